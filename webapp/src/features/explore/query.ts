import { createInfiniteQueryOptions } from "@connectrpc/connect-query";
import { type ListProjectsResponse, ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import type { RouteContext } from "../../lib/prefetch";
import { type ExploreSearch, toRequest } from "./search";

export const pageSize = 24;

/** The list that an address of Explore asks for, page by page. */
export const exploreInput = (search: ExploreSearch) => ({ ...toRequest(search), pageSize, pageToken: "" });

export const paging = {
  pageParamKey: "pageToken",
  getNextPageParam: (page: ListProjectsResponse) => page.nextPageToken || undefined,
} as const;

export function prefetchExplore({ client, transport }: RouteContext, search: ExploreSearch): void {
  void client.prefetchInfiniteQuery(
    createInfiniteQueryOptions(ProjectService.method.listProjects, exploreInput(search), { ...paging, transport }),
  );
}
