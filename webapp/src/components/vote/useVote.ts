import { createQueryOptions, useMutation, useQuery, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { type TargetType, VoteType } from "../../gen/uvboard/v1/vote_pb";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { readFailure } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";
import { summaryKey, summaryResponse } from "./useVoteSummaries";
import { fromSummary, nextVote, toSummary, type VoteState, withVote } from "./voteState";

export type VoteTarget = {
  type: TargetType;
  id: string;
  /** The counts from the list, shown until the summary is loaded. */
  upvotes: number;
  downvotes: number;
};

type Context = { confirmed: { state: VoteState } };

/** The counts of a target as the cache has them, without a request. */
export function useVoteCounts(target: VoteTarget): VoteState {
  const { data } = useQuery(
    VoteService.method.getVoteSummary,
    { targetType: target.type, targetId: target.id },
    { enabled: false },
  );
  return fromSummary(data?.summary, target);
}

/**
 * The counts of a target, and a function that votes on it. Counts change optimistically. Requests for one target are
 * sent in the order of the clicks; after the last response the summary is fetched again.
 * `onLoginRequired` is called with the vote if the session has ended. If `ask` is set, the hook fetches the summary;
 * otherwise the list does so for all of its cards (useVoteSummaries).
 */
export function useVote(target: VoteTarget, onLoginRequired: (vote: VoteType) => void, ask = false) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const transport = useTransport();
  const input = { targetId: target.id, targetType: target.type };
  const key = summaryKey(transport, target.type, target.id);
  const { data, refetch } = useQuery(VoteService.method.getVoteSummary, input, { enabled: ask });
  const state = fromSummary(data?.summary, target);

  const cached = () => client.getQueryData(key)?.summary;
  const show = (next: VoteState) =>
    client.setQueryData(key, summaryResponse(toSummary(target.id, target.type, next, cached()?.pending)));
  const shown = () => fromSummary(cached(), target);

  const mutationKey = ["vote", target.type, target.id];
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const options = <Input>(next: (input: Input) => VoteType, failed: string) => ({
    mutationKey,
    scope: { id: mutationKey.join("/") },
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey: key });
      const before = shown();
      // Queued clicks share the last state that the server confirmed.
      const waiting = client.getMutationCache().findAll({ mutationKey, status: "pending" });
      const shared = waiting.map(({ state }) => state.context as Context | undefined).find(Boolean);
      show(withVote(before, next(input)));
      return shared ?? { confirmed: { state: before } };
    },
    onError: (error: unknown, input: Input, context: Context | undefined) => {
      // If another click is pending, its optimistic state stays on screen.
      if (context && isLast()) show(context.confirmed.state);
      const failure = readFailure(error);
      if (failure.unauthenticated) onLoginRequired(next(input));
      else toastError("Error", failure.message || failed);
    },
    onSuccess: (_answer: unknown, input: Input, context: Context | undefined) => {
      if (context) context.confirmed.state = withVote(context.confirmed.state, next(input));
      // If another click is pending, the summary would be outdated on arrival.
      if (!isLast()) return;
      void refetch();
      // Profiles show the votes that a user gave and received.
      void invalidate(UserService.method.getUserStats);
    },
  });
  const cast = useMutation(
    VoteService.method.castVote,
    options((input: { voteType?: VoteType }) => input.voteType ?? VoteType.UNSPECIFIED, "Failed to vote"),
  );
  const remove = useMutation(
    VoteService.method.removeVote,
    options(() => VoteType.UNSPECIFIED, "Failed to remove vote"),
  );

  /** Casts, switches or removes the vote, as a click on the button means, and returns the resulting vote. */
  const press = async (button: VoteType): Promise<VoteType> => {
    // If the summary is not loaded yet, the user's current vote decides whether the click casts or removes.
    if (!client.getQueryData(key)) {
      await client.fetchQuery(createQueryOptions(VoteService.method.getVoteSummary, input, { transport }));
    }
    // Read the cache, not this render: it includes a click made just before.
    const next = nextVote(shown(), button);
    if (next === VoteType.UNSPECIFIED) remove.mutate(input);
    else cast.mutate({ ...input, voteType: next });
    return next;
  };

  return { state, press };
}
