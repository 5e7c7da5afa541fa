const most = 140;

/**
 * About what a description says without its Markdown. It is near enough for a suggestion and for a card to look at; what is
 * shown to others the server makes.
 */
export function withoutMarks(description: string): string {
  return description
    .replace(/^[ \t]*(?:#{1,6} .*|```.*|~~~.*|(?:[-*_][ \t]*){3,})$/gm, "")
    .replace(/^[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]+/gm, "")
    .replace(/!?\[([^\]\n]*)\]\([^()\n]*\)/g, "$1")
    .replace(/(\*{1,3}|~~|`)(?=\S)(.*?\S)\1/g, "$2");
}

/** A tagline out of a description: its first sentence, or its first 140 characters when that is longer. */
export function taglineFrom(description: string): string {
  const text = withoutMarks(description).trim().replace(/\s+/g, " ");
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text;
  return Array.from(sentence).slice(0, most).join("").trimEnd();
}
