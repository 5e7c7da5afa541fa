import { useQuery } from "@connectrpc/connect-query";
import { Skeleton, Text } from "@mantine/core";
import { useId } from "react";
import { Loading, SideError } from "../../components/States";
import type { ReviewBalance } from "../../gen/uvboard/v1/feedback_pb";
import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import { stale } from "../../lib/server/stale";
import { count, plural } from "../../lib/text/text";

/** What the user gave, and what the board owes the user. */
export function Balance() {
  const id = useId();
  const { data, error, refetch } = useQuery(FeedbackService.method.getReviewBalance, {}, { staleTime: stale.now });
  return (
    <section aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>Your balance</h2>
      </div>
      {data?.balance ? (
        <Text component="ul" className="ruled" size="sm" c="dimmed" pt="sm">
          {sentences(data.balance).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Text>
      ) : error ? (
        <SideError error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} height={14} my={15} />
          ))}
        </Loading>
      )}
    </section>
  );
}

export const sentences = ({ given, useful, owed, received }: ReviewBalance): string[] => [
  given === 0
    ? "You haven't reviewed a project yet."
    : `You wrote ${plural(given, "review")}, of which ${useful === 0 ? "none is" : useful === 1 ? "1 is" : `${count(useful)} are`} useful so far.`,
  received === 0 ? "Your projects have no review yet." : `Your projects got ${plural(received, "review")}.`,
  owed === 0
    ? "The board owes you none. A useful review earns you one."
    : `The board owes you ${plural(owed, "review")}.`,
];
