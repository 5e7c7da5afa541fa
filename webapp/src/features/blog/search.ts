import { BlogSort } from "../../gen/uvboard/v1/blog_pb";

/** The search parameters of the list of stories. A parameter with its default value is absent. */
export type BlogSearch = {
  q?: string;
  /** Only the words as typed. */
  exact?: "yes";
  tag?: string;
  sort?: "newest" | "oldest" | "popular";
};

const sorts = { newest: BlogSort.NEWEST, oldest: BlogSort.OLDEST, popular: BlogSort.POPULAR } as const;

/** Validates the search parameters. It drops unknown values and defaults, so that each state has one URL. */
export function readBlogSearch(raw: Record<string, unknown>): BlogSearch {
  const search: BlogSearch = {};
  const q = typeof raw.q === "string" ? raw.q.trim().slice(0, 200) : "";
  if (q) search.q = q;
  if (q && raw.exact === "yes") search.exact = "yes";
  const tag = typeof raw.tag === "string" ? raw.tag.trim().toLowerCase() : "";
  if (tag) search.tag = tag;
  const sort = raw.sort;
  // The default order is newest, or relevance if there is a query.
  if (sort === "oldest" || sort === "popular" || (sort === "newest" && q)) search.sort = sort;
  return search;
}

/** Converts the search parameters to a list request. Without an order the server applies the default. */
export const toRequest = ({ q, exact, tag, sort }: BlogSearch) => ({
  search: q ?? "",
  exact: exact === "yes",
  tag: tag ?? "",
  sort: sort ? sorts[sort] : BlogSort.UNSPECIFIED,
});

/** Whether there is a query or a filter. The order is not a filter. */
export const isFiltered = ({ q, tag }: BlogSearch): boolean => Boolean(q || tag);
