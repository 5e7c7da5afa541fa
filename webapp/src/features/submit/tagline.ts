import { cut } from "../../lib/text/cut";

/** Removes Markdown approximately: good enough for a suggestion and a preview. Published text is made by the server. */
export function withoutMarks(description: string): string {
  return description
    .replace(/^[ \t]*(?:#{1,6} .*|```.*|~~~.*|(?:[-*_][ \t]*){3,})$/gm, "")
    .replace(/^[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]+/gm, "")
    .replace(/!?\[([^\]\n]*)\]\([^()\n]*\)/g, "$1")
    .replace(/(\*{1,3}|~~|`)(?=\S)(.*?\S)\1/g, "$2");
}

/** Suggests a tagline from a description: the first sentence, truncated to `max` characters. */
export function taglineFrom(description: string, max: number): string {
  const text = withoutMarks(description).trim().replace(/\s+/g, " ");
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text;
  return cut(sentence, max).trimEnd();
}
