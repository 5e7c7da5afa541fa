const htmlEscapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** The address of a project's badge, and the Markdown and HTML that show it with a link to the project. */
export function badgeCode(url: string, theme: "dark" | "light", title: string, board: string) {
  const image = `${url}/badge.svg?theme=${theme}`;
  const alt = `${title} on ${board}`;
  const inHtml = alt.replace(/[&<>"]/g, (sign) => htmlEscapes[sign] ?? sign);
  const inMarkdown = alt.replace(/[\\`*_[\]<>&!]/g, "\\$&");
  return {
    image,
    markdown: `[![${inMarkdown}](${image})](${url})`,
    html: `<a href="${url}"><img src="${image}" alt="${inHtml}" height="28"></a>`,
  };
}
