import { useQueryClient } from "@tanstack/react-query";
import { type TargetType, VoteType } from "../../gen/uvboard/v1/vote_pb";
import type { GetVoteSummaryResponse } from "../../gen/uvboard/v1/vote_service_pb";
import { calls, keyOf, queryOptions, useMutation, useQuery } from "../../lib/calls";
import { readFailure } from "../../lib/failure";
import { toastError } from "../../lib/toast";
import { pressed, type Standing, standingOf, toSummary, withVote } from "./standing";
import { summaryAnswer, summaryKey } from "./useVoteSummaries";

// Votes given and received stand on profiles.
const statsKey = keyOf(calls.getUserStats);

export type VoteTarget = {
  type: TargetType;
  id: string;
  /** Counts as the list brought them, shown until the viewer's own summary is known. */
  upvotes: number;
  downvotes: number;
};

type Context = { confirmed: { standing: Standing } };

/** Where a thing stands, as every place that shows it should say, without asking the server. */
export function useStanding(target: VoteTarget): Standing {
  const { data } = useQuery(calls.getVoteSummary, { targetType: target.type, targetId: target.id }, { enabled: false });
  return standingOf(data?.summary, target);
}

/**
 * Where a thing stands, and the way to vote on it. Counts change at once; calls on one thing go out in the order of the
 * clicks, and the last one's answer is followed by the server's own counts.
 * `onLoginRequired` learns of the vote that needs an account. With `ask` it asks for the summary itself; without, a
 * page of cards does that for all of them (useVoteSummaries).
 */
export function useVote(target: VoteTarget, onLoginRequired: (vote: VoteType) => void, ask = false) {
  const client = useQueryClient();
  const key = summaryKey(target.type, target.id);
  const { data, refetch } = useQuery(
    calls.getVoteSummary,
    { targetType: target.type, targetId: target.id },
    { enabled: ask },
  );
  const standing = standingOf(data?.summary, target);

  const show = (next: Standing) => client.setQueryData(key, summaryAnswer(toSummary(target.id, target.type, next)));
  const shown = () => standingOf(client.getQueryData<GetVoteSummaryResponse>(key)?.summary, target);

  const mutationKey = ["vote", target.type, target.id];
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const options = <Input>(next: (input: Input) => VoteType, failed: string) => ({
    mutationKey,
    scope: { id: mutationKey.join("/") },
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey: key });
      const before = shown();
      // Clicks that wait for each other share what the server is known to hold.
      const waiting = client.getMutationCache().findAll({ mutationKey, status: "pending" });
      const shared = waiting.map(({ state }) => state.context as Context | undefined).find(Boolean);
      show(withVote(before, next(input)));
      return shared ?? { confirmed: { standing: before } };
    },
    onError: (error: unknown, input: Input, context: Context | undefined) => {
      // With another click still under way, what it asks for is what is shown.
      if (context && isLast()) show(context.confirmed.standing);
      const failure = readFailure(error);
      if (failure.unauthenticated) onLoginRequired(next(input));
      else toastError("Error", failure.message || failed);
    },
    onSuccess: (_answer: unknown, input: Input, context: Context | undefined) => {
      if (context) context.confirmed.standing = withVote(context.confirmed.standing, next(input));
      // With another click still under way, these counts would be late already.
      if (!isLast()) return;
      void refetch();
      void client.invalidateQueries({ queryKey: statsKey });
    },
  });
  const cast = useMutation(
    calls.castVote,
    options((input: { voteType?: VoteType }) => input.voteType ?? VoteType.UNSPECIFIED, "Failed to vote"),
  );
  const remove = useMutation(
    calls.removeVote,
    options(() => VoteType.UNSPECIFIED, "Failed to remove vote"),
  );

  /** Does what a click on the button asks for, and gives the vote that stands then. */
  const press = async (button: VoteType): Promise<VoteType> => {
    const input = { targetId: target.id, targetType: target.type };
    // A click in the first moment of a page: whether it casts or removes depends on a vote that is not known yet.
    if (!client.getQueryData(key)) {
      await client.fetchQuery(queryOptions(calls.getVoteSummary, input));
    }
    // The cache, not this render, knows what a click just before this one has done.
    const next = pressed(shown(), button);
    if (next === VoteType.UNSPECIFIED) remove.mutate(input);
    else cast.mutate({ ...input, voteType: next });
    return next;
  };

  return { standing, press };
}
