// Changes of a Markdown text while it is being written.

/** A text and its selection. */
export type Selected = { text: string; start: number; end: number };

/** Replaces the selection by a block that starts and ends on its own line; the cursor is after the block. */
export function insertBlock({ text, start, end }: Selected, block: string): Selected {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lead = before === "" || before.endsWith("\n") ? "" : "\n";
  const trail = after.startsWith("\n") ? "" : "\n";
  const cursor = before.length + lead.length + block.length + 1;
  return { text: before + lead + block + trail + after, start: cursor, end: cursor };
}

/** Puts markers around the selection, such as ** for bold, or removes them if they are there. */
export function toggleMark({ text, start, end }: Selected, mark: string): Selected {
  const n = mark.length;
  const chosen = text.slice(start, end);
  if (text.slice(start - n, start) === mark && text.slice(end, end + n) === mark && start >= n) {
    return { text: text.slice(0, start - n) + chosen + text.slice(end + n), start: start - n, end: end - n };
  }
  return { text: text.slice(0, start) + mark + chosen + mark + text.slice(end), start: start + n, end: end + n };
}

/** The text as a quotation, followed by an empty line for the answer. */
export const quotation = (text: string): string =>
  `${text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line.trimEnd()}`.trimEnd())
    .join("\n")}\n\n`;

/** Adds a quotation at the end of a text. */
export function appendQuotation(text: string, quoted: string): string {
  const before = text.trimEnd();
  return (before && `${before}\n\n`) + quotation(quoted);
}

const label = (name: string): string =>
  name
    .replace(/\.\w+$/, "")
    .replace(/[[\]\\]/g, " ")
    .trim() || "image";

/** An image. Its name without the extension is the alternative text. */
export const imageMark = (name: string, url: string): string => `![${label(name)}](${url})`;

/** The placeholder for an image in the text while it is being uploaded. */
export const placeholder = (name: string, n: number): string => `![Uploading ${label(name)} ${n}…]()`;

/** The text without the placeholders of uploads that never ended. */
export const withoutPlaceholders = (text: string): string => text.replace(/!\[Uploading [^\]]* \d+…\]\(\)\n?/g, "");
