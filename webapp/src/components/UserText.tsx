import css from "./UserText.module.css";

/**
 * What a member wrote, as the server rendered it (backend/platform/markdown). This is the one place where HTML goes into a page as it
 * is: nothing but a field that the server documents as such may be given here.
 */
export function UserText({ html }: { html: string }) {
  return (
    // The direction of its first letter, so that the marks of a list stand where its lines begin.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
    <div dir="auto" className={css.text} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
