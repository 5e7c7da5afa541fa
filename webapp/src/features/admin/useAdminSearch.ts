import { getRouteApi } from "@tanstack/react-router";
import type { AdminSearch } from "./search";

const route = getRouteApi("/admin");

/** The search parameters of the dashboard, and a function that changes some of them. */
export function useAdminSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return {
    search,
    /** Typing replaces the history entry; a choice adds one. */
    change: (next: Omit<AdminSearch, "tab">, replace = false) =>
      void navigate({ search: (now) => ({ ...now, ...next }), replace, resetScroll: false }),
    /** Opens a tab, or one of its views. */
    open: (next: AdminSearch) => void navigate({ search: next, resetScroll: false }),
  };
}
