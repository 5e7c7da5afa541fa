import type { DescMethodUnary } from "@bufbuild/protobuf";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

type List = { data: unknown; isFetching: boolean; isPlaceholderData: boolean; dataUpdatedAt: number };

/**
 * A function that calls `act` when the list on screen is current. If `act` returns false, it is called again after the
 * next change of the list.
 */
export function useWhenCurrent<T>(method: DescMethodUnary, list: List, act: (what: T) => boolean) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<{ what: T }>();
  const { data, isFetching, isPlaceholderData, dataUpdatedAt } = list;
  const run = useEffectEvent(() => {
    if (!waiting || data === undefined || isPlaceholderData) return;
    // The render does not know of a fetch that an earlier effect has started.
    const queryKey = createConnectQueryKey({ schema: method, cardinality: undefined });
    if (client.isFetching({ queryKey, type: "active" }) > 0) return;
    if (act(waiting.what)) setWaiting(undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each of these changes the list may be current
  useEffect(() => run(), [waiting, isFetching, isPlaceholderData, dataUpdatedAt]);
  return (what: T) => setWaiting({ what });
}
