const most = 140;

/** A tagline out of a description: its first sentence, or its first 140 characters when that is longer. */
export function taglineFrom(description: string): string {
  const text = description.trim().replace(/\s+/g, " ");
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text;
  return Array.from(sentence).slice(0, most).join("").trimEnd();
}
