import { type VoteSummary, VoteType } from "../../gen/uvboard/v1/vote_pb";

/** Where a thing stands as it is shown: its counts, and the viewer's own vote. */
export type Standing = { upvotes: number; downvotes: number; mine: VoteType };

/** The standing out of the server's summary, or out of the counts that came with the list while there is none. */
export function standingOf(summary: VoteSummary | undefined, listed: { upvotes: number; downvotes: number }): Standing {
  return {
    upvotes: summary?.counts?.upvotes ?? listed.upvotes,
    downvotes: summary?.counts?.downvotes ?? listed.downvotes,
    mine: summary?.userVote?.voteType ?? VoteType.UNSPECIFIED,
  };
}

/** The vote that pressing a button asks for: the vote of that button, or none when it is cast already. */
export const pressed = (standing: Standing, button: VoteType): VoteType =>
  standing.mine === button ? VoteType.UNSPECIFIED : button;

/** The standing after the viewer's vote becomes `next`; switching adjusts both counts. */
export function withVote(standing: Standing, next: VoteType): Standing {
  const ups = Number(next === VoteType.UPVOTE) - Number(standing.mine === VoteType.UPVOTE);
  const downs = Number(next === VoteType.DOWNVOTE) - Number(standing.mine === VoteType.DOWNVOTE);
  return { upvotes: standing.upvotes + ups, downvotes: standing.downvotes + downs, mine: next };
}

/** Back into the shape the cache keeps. */
export function toSummary(targetId: string, targetType: VoteSummary["targetType"], standing: Standing): VoteSummary {
  const { upvotes, downvotes, mine } = standing;
  const summary: VoteSummary = {
    $typeName: "uvboard.v1.VoteSummary",
    targetId,
    targetType,
    counts: { $typeName: "uvboard.v1.VoteCounts", upvotes, downvotes },
  };
  if (mine !== VoteType.UNSPECIFIED) summary.userVote = { $typeName: "uvboard.v1.UserVote", voteType: mine };
  return summary;
}
