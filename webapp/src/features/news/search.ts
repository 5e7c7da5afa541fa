import { NewsSort } from "../../gen/uvboard/v1/news_pb";

/** The tools of the filter, by their tags. */
export const tools: Record<string, string> = {
  replit: "Replit",
  vercel: "Vercel",
  v0: "v0",
  loveable: "Loveable",
  openai: "OpenAI",
  cursor: "Cursor",
  claude: "Claude",
  "github-copilot": "GitHub Copilot",
};

export type NewsSearch = {
  q?: string;
  /** Only the words as typed. */
  exact?: "yes";
  source?: string;
  tool?: string;
};

export function readNewsSearch(raw: Record<string, unknown>): NewsSearch {
  const search: NewsSearch = {};
  const q = text(raw.q, 200);
  if (q) search.q = q;
  if (q && raw.exact === "yes") search.exact = "yes";
  const source = text(raw.source, 80);
  if (source) search.source = source;
  if (typeof raw.tool === "string" && Object.hasOwn(tools, raw.tool)) search.tool = raw.tool;
  return search;
}

const text = (raw: unknown, limit: number): string => (typeof raw === "string" ? raw.trim().slice(0, limit) : "");

export const isFiltered = (search: NewsSearch): boolean => Boolean(search.q || search.source || search.tool);

/** The list request for the search parameters. */
export const newsInput = (search: NewsSearch) => ({
  search: search.q ?? "",
  exact: search.exact === "yes",
  source: search.source ?? "",
  tools: search.tool ? [search.tool] : [],
  sort: NewsSort.DATE,
  pageSize: 50,
  pageToken: "",
});
