import { useQuery } from "@connectrpc/connect-query";
import { Skeleton, Text } from "@mantine/core";
import { FeedbackService } from "../gen/uvboard/v1/feedback_service_pb";
import { stale } from "../lib/server/stale";
import { promiseInNumbers } from "../lib/text/promise";
import { Loading, SideError } from "./States";

/** How the board keeps its promise of an answer, in numbers. */
export function AnswerPromise() {
  const { data, error, refetch } = useQuery(FeedbackService.method.getAnswerStats, {}, { staleTime: stale.stats });
  if (data?.stats) return <Text inherit>{promiseInNumbers(data.stats)}</Text>;
  if (error) return <SideError error={error} onRetry={() => void refetch()} />;
  return (
    <Loading>
      <Skeleton height={14} my={5} />
      <Skeleton width="70%" height={14} my={5} />
    </Loading>
  );
}
