import { createInfiniteQueryOptions } from "@connectrpc/connect-query";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import { paging, prefetch, type RouteContext } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { type NewsSearch, newsInput } from "./search";

export const newsOptions = { ...paging, staleTime: stale.news };

export function prefetchNews(context: RouteContext, search: NewsSearch): void {
  const { listNews, listNewsSources } = NewsService.method;
  prefetch(context, listNewsSources, {});
  void context.client.prefetchInfiniteQuery(
    createInfiniteQueryOptions(listNews, newsInput(search), { transport: context.transport, ...newsOptions }),
  );
}
