import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey, useQuery, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { GetVoteSummaryResponseSchema, VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { useSession } from "../../lib/session";

/** The cache's name for where one thing stands. */
export function useSummaryKey() {
  const transport = useTransport();
  return (targetType: TargetType, targetId: string) =>
    createConnectQueryKey({
      schema: VoteService.method.getVoteSummary,
      input: { targetType, targetId },
      transport,
      cardinality: "finite",
    });
}

/**
 * Asks for the viewer's own votes on a whole page of cards in one call, and hands each to its vote control.
 * Guests have none, so nothing is asked.
 */
export function useVoteSummaries(targetType: TargetType, targetIds: string[]): void {
  const { user } = useSession();
  const client = useQueryClient();
  const summaryKey = useSummaryKey();
  const { data, dataUpdatedAt } = useQuery(
    VoteService.method.batchGetVoteSummaries,
    { targetType, targetIds },
    { enabled: user !== undefined && targetIds.length > 0 },
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key depends on the transport alone, which does not change
  useEffect(() => {
    for (const summary of data?.summaries ?? []) {
      const key = summaryKey(targetType, summary.targetId);
      // A vote cast since then knows better than this answer does.
      if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) >= dataUpdatedAt) continue;
      client.setQueryData(key, create(GetVoteSummaryResponseSchema, { summary }), { updatedAt: dataUpdatedAt });
    }
  }, [data, dataUpdatedAt, client, targetType]);
}
