import type { DescMessage, DescMethodUnary, DescService, MessageInitShape } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createConnectQueryKey, createQueryOptions } from "@connectrpc/connect-query";
import { QueryClient, useQueryClient } from "@tanstack/react-query";
import { stale } from "./stale";

// Requests are sent even if the browser reports that it is offline: a server on the local network may still be
// reachable, and TanStack Query would otherwise pause the request without showing anything.
const networkMode = "always";

/** The query cache with the product's defaults: no retry, no refetch on focus or reconnect, no polling. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: stale.page,
      },
      mutations: { networkMode, retry: false },
    },
  });

/** Infinite query options for a list method with page tokens. */
export const paging = {
  pageParamKey: "pageToken",
  getNextPageParam: (page: { nextPageToken: string }) => page.nextPageToken || undefined,
} as const;

/** What route loaders need to fetch data. */
export type RouteContext = { client: QueryClient; transport: Transport };

/**
 * Starts a query from a route loader, while the screen's code is still loading or a link to it is hovered.
 * It does not block navigation. If it fails, the screen queries again and shows the error.
 */
export function prefetch<I extends DescMessage, O extends DescMessage>(
  { client, transport }: RouteContext,
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
): void {
  void client.prefetchQuery(createQueryOptions(method, input, { transport }));
}

/**
 * A function that marks the cached responses of methods, or of all methods of a service, as outdated. The promise resolves
 * when those on screen are fetched again.
 */
export function useInvalidate() {
  const client = useQueryClient();
  return (...schemas: (DescMethodUnary | DescService)[]) =>
    Promise.all(
      schemas.map((schema) =>
        // Cast: the function accepts either, but has no overload for both.
        client.invalidateQueries({
          queryKey: createConnectQueryKey({ schema: schema as DescService, cardinality: undefined }),
        }),
      ),
    );
}
