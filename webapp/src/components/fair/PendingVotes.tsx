import { useQuery } from "@connectrpc/connect-query";
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { PendingReason, type TargetType } from "../../gen/uvboard/v1/vote_pb";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { useSession } from "../../lib/session/session";
import { count } from "../../lib/text/text";
import { TextLink } from "../ButtonLink";
import { timeLeft } from "./pending";

/** How many votes on a target are pending, and why the user's own one is. It reads what the vote control has loaded. */
export function PendingVotes({ type, id }: { type: TargetType; id: string }) {
  const { user } = useSession();
  const { minAccountHours = 0 } = useBoard().voting ?? {};
  const { data } = useQuery(VoteService.method.getVoteSummary, { targetType: type, targetId: id }, { enabled: false });
  const { pending, userVote } = data?.summary ?? {};
  const n = (pending?.upvotes ?? 0) + (pending?.downvotes ?? 0);
  if (n === 0) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      <span className="num">{count(n)}</span> pending. {why(userVote?.reason, minAccountHours, user?.id)}{" "}
      <TextLink to={paths.fair}>{n === 1 ? "When it counts" : "When they count"}</TextLink>
    </Text>
  );
}

function why(reason: PendingReason | undefined, minAccountHours: number, userId = ""): ReactNode {
  switch (reason) {
    case PendingReason.UNCONFIRMED_EMAIL:
      return (
        <>
          Your vote counts for the ranking once you <TextLink to={paths.settings}>confirm your email</TextLink>.
        </>
      );
    case PendingReason.NEW_ACCOUNT:
      return `Your vote counts for the ranking ${timeLeft(userId, minAccountHours, Date.now())}.`;
    case PendingReason.HELD:
      return (
        <>
          Your vote is held.{" "}
          <TextLink to={paths.fair} hash="held">
            See why
          </TextLink>
          .
        </>
      );
    default:
      return null;
  }
}
