import { createInfiniteQueryOptions, createQueryOptions } from "@connectrpc/connect-query";
import { AnalyticsService } from "../../gen/uvboard/v1/analytics_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { loadLater } from "../../lib/server/first";
import { paging, type RouteContext } from "../../lib/server/query";
import { type ExploreSearch, isFiltered, toRequest } from "./search";

export const pageSize = 24;

export const exploreInput = (search: ExploreSearch) => ({ ...toRequest(search), pageSize, pageToken: "" });

export function prefetchExplore({ client, transport }: RouteContext, search: ExploreSearch): void {
  void client.prefetchInfiniteQuery(
    createInfiniteQueryOptions(ProjectService.method.listProjects, exploreInput(search), { transport, ...paging }),
  );
  if (isFiltered(search)) return;
  loadLater(client, transport, AnalyticsService);
  void client.prefetchQuery(createQueryOptions(AnalyticsService.method.listTrendingSearches, {}, { transport }));
}
