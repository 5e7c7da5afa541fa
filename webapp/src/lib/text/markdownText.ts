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

/** Puts a prefix such as "- " before each line of the selection, or removes it if all of them have it. */
export function toggleLines({ text, start, end }: Selected, prefix: string): Selected {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const had = lines.every((line) => line.startsWith(prefix));
  const changed = lines.map((line) => (had ? line.slice(prefix.length) : prefix + line)).join("\n");
  const moved = had ? -prefix.length : prefix.length;
  return {
    text: text.slice(0, from) + changed + text.slice(to),
    start: Math.max(from, start + moved),
    end: end + changed.length - (to - from),
  };
}

/** Makes the selection the text of a link and selects its address, which is still to be written. */
export function insertLink({ text, start, end }: Selected): Selected {
  const name = text.slice(start, end) || "text";
  const at = start + name.length + 3;
  return {
    text: `${text.slice(0, start)}[${name}](https://)${text.slice(end)}`,
    start: at,
    end: at + "https://".length,
  };
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
