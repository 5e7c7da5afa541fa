import { create } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createConnectQueryKey, useQuery, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { TargetType, VoteSummary } from "../../gen/uvboard/v1/vote_pb";
import { GetVoteSummaryResponseSchema, VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { useSession } from "../../lib/session/session";

/** The query key of a target's vote summary. */
export const summaryKey = (transport: Transport, targetType: TargetType, targetId: string) =>
  createConnectQueryKey({
    schema: VoteService.method.getVoteSummary,
    input: { targetType, targetId },
    transport,
    cardinality: "finite",
  });

/** The cached response for a vote summary. */
export const summaryResponse = (summary: VoteSummary) => create(GetVoteSummaryResponseSchema, { summary });

/**
 * Fetches the user's votes on a page of cards in one request and caches the summary of each target, where its vote
 * control reads it. Guests have no votes, so nothing is fetched for them.
 */
export function useVoteSummaries(targetType: TargetType, targetIds: string[]): void {
  const { user } = useSession();
  const client = useQueryClient();
  const transport = useTransport();
  const { data, dataUpdatedAt } = useQuery(
    VoteService.method.batchGetVoteSummaries,
    { targetType, targetIds },
    { enabled: user !== undefined && targetIds.length > 0 },
  );

  useEffect(() => {
    for (const summary of data?.summaries ?? []) {
      const key = summaryKey(transport, targetType, summary.targetId);
      // A vote cast after the request makes the cached summary newer than this response.
      if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) >= dataUpdatedAt) continue;
      client.setQueryData(key, summaryResponse(summary), { updatedAt: dataUpdatedAt });
    }
  }, [data, dataUpdatedAt, client, transport, targetType]);
}
