import { create } from "@bufbuild/protobuf";
import { type VoteSummary, VoteSummarySchema, VoteType } from "../../gen/uvboard/v1/vote_pb";

/** The vote counts of a target, and the user's own vote on it. */
export type VoteState = { upvotes: number; downvotes: number; userVote: VoteType };

/** Reads the state from the summary, or from the counts of the list if the summary is not loaded. */
export function fromSummary(
  summary: VoteSummary | undefined,
  listed: { upvotes: number; downvotes: number },
): VoteState {
  return {
    upvotes: summary?.counts?.upvotes ?? listed.upvotes,
    downvotes: summary?.counts?.downvotes ?? listed.downvotes,
    userVote: summary?.userVote?.voteType ?? VoteType.UNSPECIFIED,
  };
}

/** The vote after a click on a button: the button's vote, or none if it was cast before. */
export const nextVote = (state: VoteState, button: VoteType): VoteType =>
  state.userVote === button ? VoteType.UNSPECIFIED : button;

/** The state after the user's vote changes to `next`; a switch changes both counts. */
export function withVote(state: VoteState, next: VoteType): VoteState {
  const ups = Number(next === VoteType.UPVOTE) - Number(state.userVote === VoteType.UPVOTE);
  const downs = Number(next === VoteType.DOWNVOTE) - Number(state.userVote === VoteType.DOWNVOTE);
  return { upvotes: state.upvotes + ups, downvotes: state.downvotes + downs, userVote: next };
}

/** Converts the state to the message that the query cache holds. What is pending stays until the server says it again. */
export const toSummary = (
  targetId: string,
  targetType: VoteSummary["targetType"],
  { upvotes, downvotes, userVote }: VoteState,
  pending?: VoteSummary["pending"],
): VoteSummary =>
  create(VoteSummarySchema, {
    targetId,
    targetType,
    counts: { upvotes, downvotes },
    pending,
    userVote: userVote === VoteType.UNSPECIFIED ? undefined : { voteType: userVote },
  });
