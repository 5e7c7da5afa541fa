import type { DescMessage, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createQueryOptions } from "@connectrpc/connect-query";
import type { QueryClient } from "@tanstack/react-query";

/** What routes know besides their address. */
export type RouteContext = { client: QueryClient; transport: Transport };

/**
 * Asks for what a screen will want while its code is still on its way, or when a pointer comes near its link.
 * Nobody waits for it, and a failure is the screen's to show when it asks itself.
 */
export function prefetch<I extends DescMessage, O extends DescMessage>(
  { client, transport }: RouteContext,
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
): void {
  void client.prefetchQuery(createQueryOptions(method, input, { transport }));
}
