import { keepPreviousData } from "@tanstack/react-query";
import { SortOrder } from "../../gen/uvboard/v1/admin_pb";
import { paging } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { formatSort, readSort, type Sort } from "./search";
import { useAdminSearch } from "./useAdminSearch";

/** The options of the queries of lists. While the next order loads, the current rows stay, and with them the focus. */
export const listOptions = { ...paging, staleTime: stale.now, placeholderData: keepPreviousData };

/** The search and the order in the URL, as the input of a list method. `sorts` has the orders by the ids of the columns. */
export function useAdminList<E extends number>(sorts: Record<string, E>) {
  const { search, change } = useAdminSearch();
  const sort = readSort(search.sort, Object.keys(sorts));
  return {
    searching: Boolean(search.q),
    sort,
    onSort: (next: Sort) => change({ sort: formatSort(next) }),
    input: {
      search: search.q ?? "",
      sort: sort && sorts[sort.by],
      order: !sort ? SortOrder.UNSPECIFIED : sort.descending ? SortOrder.DESC : SortOrder.ASC,
      pageSize: 20,
      pageToken: "",
    },
  };
}
