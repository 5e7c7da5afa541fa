import css from "./UserText.module.css";

/**
 * A user's text as HTML, rendered by the server (backend/platform/markdown). HTML enters the page only here, so pass only
 * fields that the API documents as sanitized HTML.
 */
export function UserText({ html }: { html: string }) {
  return (
    // The direction follows the first letter, so that list markers stand where the lines begin.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
    <div dir="auto" className={css.text} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
