// Functions for text areas that browsers lack.

const mirrored = [
  "boxSizing",
  "width",
  "padding",
  "borderWidth",
  "borderStyle",
  "fontFamily",
  "fontSize",
  "fontStretch",
  "fontWeight",
  "letterSpacing",
  "lineHeight",
  "tabSize",
  "direction",
] as const;

/** The place of a character in a text area, from the top left corner of its box. It is measured in a copy of the text. */
export function placeOf(area: HTMLTextAreaElement, index: number): { left: number; top: number; height: number } {
  const copy = document.createElement("div");
  const style = getComputedStyle(area);
  for (const name of mirrored) copy.style[name] = style[name];
  Object.assign(copy.style, { position: "absolute", visibility: "hidden", whiteSpace: "pre-wrap" });
  copy.style.overflowWrap = "break-word";
  copy.textContent = area.value.slice(0, index);
  const mark = document.createElement("span");
  mark.textContent = "@";
  copy.append(mark);
  document.body.append(copy);
  const { offsetLeft, offsetTop, offsetHeight } = mark;
  copy.remove();
  return { left: offsetLeft, top: offsetTop - area.scrollTop, height: offsetHeight };
}

/** Replaces a part of the text as if it was typed: the browser can undo it, and React's onChange is called. */
export function typeInto(area: HTMLTextAreaElement, start: number, end: number, text: string): void {
  area.focus();
  area.setSelectionRange(start, end);
  // Deprecated, but nothing else keeps the undo history.
  if (document.execCommand("insertText", false, text)) return;
  area.setRangeText(text, start, end, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
