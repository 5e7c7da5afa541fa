import css from "./UserText.module.css";

/**
 * What a member wrote, as the server rendered it (backend/markdown). This is the one place where HTML goes into a page as it
 * is: nothing but a field that the server documents as such may be given here.
 */
export function UserText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <div className={css.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
