let segmenter: Intl.Segmenter | undefined;

/** The start of a text: at most `most` characters, and only whole letters, also of those that consist of several characters. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  segmenter ??= new Intl.Segmenter();
  let start = "";
  let characters = 0;
  for (const { segment } of segmenter.segment(text)) {
    characters += Array.from(segment).length;
    if (characters > most) break;
    start += segment;
  }
  return start || Array.from(text).slice(0, most).join("");
}
