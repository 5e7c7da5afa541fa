import { calls, listOptions, type RouteContext } from "../../lib/calls";
import { type ExploreSearch, toRequest } from "./search";

export const pageSize = 24;

/** The list that an address of Explore asks for. */
export const exploreInput = (search: ExploreSearch) => ({ ...toRequest(search), pageSize });

export function prefetchExplore({ client }: RouteContext, search: ExploreSearch): void {
  void client.prefetchInfiniteQuery(listOptions(calls.listProjects, exploreInput(search)));
}
