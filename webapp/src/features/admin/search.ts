/**
 * The search parameters of the dashboard: the open tab, and the filters of its list. `sort` is the id of a column, with a minus in
 * front for the reverse order; `show` chooses a state or a view of the tab.
 */
export type AdminSearch = { tab?: string; q?: string; sort?: string; show?: string };

/** Validates the search parameters. An unknown tab is the first one. */
export function readAdminSearch(raw: Record<string, unknown>): AdminSearch {
  const search: AdminSearch = {};
  for (const name of ["tab", "q", "sort", "show"] as const) {
    const value = raw[name];
    if (typeof value === "string" && value.trim()) search[name] = value.trim().slice(0, 200);
  }
  return search;
}

/** The order of a list: a column, and whether the highest or latest comes first. */
export type Sort = { by: string; descending: boolean };

/** Reads the parameter `sort`; undefined if it names none of the columns. */
export function readSort(sort: string | undefined, columns: readonly string[]): Sort | undefined {
  const descending = sort?.startsWith("-") ?? false;
  const by = descending ? sort?.slice(1) : sort;
  return by && columns.includes(by) ? { by, descending } : undefined;
}

/** Formats the parameter `sort`. */
export const formatSort = ({ by, descending }: Sort): string => (descending ? `-${by}` : by);
