import { create } from "@bufbuild/protobuf";
import { createQueryOptions, useMutation, useQuery, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { type TargetType, VoteType } from "../../gen/uvboard/v1/vote_pb";
import { GetVoteSummaryResponseSchema, VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { readFailure } from "../../lib/failure";
import { toastError } from "../../lib/toast";
import { pressed, type Standing, standingOf, toSummary, withVote } from "./standing";
import { useSummaryKey } from "./useVoteSummaries";

export type VoteTarget = {
  type: TargetType;
  id: string;
  /** Counts as the list brought them, shown until the viewer's own summary is known. */
  upvotes: number;
  downvotes: number;
};

/**
 * Where a thing stands, and the way to vote on it. Counts change at once; calls on one thing go out in the order of the
 * clicks, and the last one's answer is followed by the server's own counts.
 * With `ask` it asks for the summary itself; without, a page of cards does that for all of them (useVoteSummaries).
 */
export function useVote(target: VoteTarget, onLoginRequired: () => void, ask = false) {
  const client = useQueryClient();
  const transport = useTransport();
  const key = useSummaryKey()(target.type, target.id);
  const { data, refetch } = useQuery(
    VoteService.method.getVoteSummary,
    { targetType: target.type, targetId: target.id },
    { enabled: ask },
  );
  const standing = standingOf(data?.summary, target);

  const show = (next: Standing) =>
    client.setQueryData(
      key,
      create(GetVoteSummaryResponseSchema, { summary: toSummary(target.id, target.type, next) }),
    );

  const mutationKey = ["vote", target.type, target.id];
  const options = <Input>(next: (input: Input) => VoteType, failed: string) => ({
    mutationKey,
    scope: { id: mutationKey.join("/") },
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey: key });
      const before = standingOf(client.getQueryData(key)?.summary, target);
      show(withVote(before, next(input)));
      return before;
    },
    onError: (error: unknown, _input: unknown, before: Standing | undefined) => {
      if (before) show(before);
      const failure = readFailure(error);
      if (failure.unauthenticated) onLoginRequired();
      else toastError("Error", failure.message || failed);
    },
    onSuccess: () => {
      // With another click still under way, these counts would be late already.
      if (client.isMutating({ mutationKey }) === 1) void refetch();
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

  /** Does what a click on the button asks for, and gives the vote that stands then. */
  const press = async (button: VoteType): Promise<VoteType> => {
    const input = { targetId: target.id, targetType: target.type };
    // A click in the first moment of a page: whether it casts or removes depends on a vote that is not known yet.
    if (!client.getQueryData(key)) {
      await client.fetchQuery(createQueryOptions(VoteService.method.getVoteSummary, input, { transport }));
    }
    // The cache, not this render, knows what a click just before this one has done.
    const now = standingOf(client.getQueryData(key)?.summary, target);
    const next = pressed(now, button);
    if (next === VoteType.UNSPECIFIED) remove.mutate(input);
    else cast.mutate({ ...input, voteType: next });
    return next;
  };

  return { standing, press };
}
