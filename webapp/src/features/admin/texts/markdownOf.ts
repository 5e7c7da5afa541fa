/** The text of rendered sections as Markdown: their headings, paragraphs, links and lists of titled points. */
export const markdownOf = (root: Element): string =>
  [...root.querySelectorAll("h2, h3, li, p")]
    .filter((block) => !block.parentElement?.closest("li"))
    .map((block) => marks[block.tagName]?.(block) ?? inline(block))
    .join("\n\n");

const marks: Record<string, (block: Element) => string> = {
  H2: (heading) => `## ${inline(heading)}`,
  H3: (heading) => `### ${inline(heading)}`,
  LI: (point) => `- ${inline(point)}`,
};

const inline = (node: Node): string =>
  [...node.childNodes]
    .map((child) => {
      const text = child instanceof Element ? inline(child) : (child.textContent ?? "");
      if (child instanceof HTMLAnchorElement) return `[${text}](${child.getAttribute("href")})`;
      return child instanceof HTMLParagraphElement ? `**${text}**: ` : text; // the title of a point
    })
    .join("");
