import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { TargetType, VoteSummary } from "../../gen/uvboard/v1/vote_pb";
import type { GetVoteSummaryResponse } from "../../gen/uvboard/v1/vote_service_pb";
import { calls, keyOf, useQuery } from "../../lib/calls";
import { useSession } from "../../lib/session";

/** The cache's name for where one thing stands. */
export const summaryKey = (targetType: TargetType, targetId: string) =>
  keyOf(calls.getVoteSummary, { targetType, targetId });

/** What is kept there. */
export const summaryAnswer = (summary: VoteSummary): GetVoteSummaryResponse => ({
  $typeName: "uvboard.v1.GetVoteSummaryResponse",
  summary,
});

/**
 * Asks for the viewer's own votes on a whole page of cards in one call, and hands each to its vote control.
 * Guests have none, so nothing is asked.
 */
export function useVoteSummaries(targetType: TargetType, targetIds: string[]): void {
  const { user } = useSession();
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(
    calls.batchGetVoteSummaries,
    { targetType, targetIds },
    { enabled: user !== undefined && targetIds.length > 0 },
  );

  useEffect(() => {
    for (const summary of data?.summaries ?? []) {
      const key = summaryKey(targetType, summary.targetId);
      // A vote cast since then knows better than this answer does.
      if ((client.getQueryState<GetVoteSummaryResponse>(key)?.dataUpdatedAt ?? 0) >= dataUpdatedAt) continue;
      client.setQueryData(key, summaryAnswer(summary), { updatedAt: dataUpdatedAt });
    }
  }, [data, dataUpdatedAt, client, targetType]);
}
