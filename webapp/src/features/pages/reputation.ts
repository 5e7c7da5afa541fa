/** The reputation that the author of the content gains or loses by each vote. */
export const perUpvote = 5;
export const perDownvote = -2;

/** The reputation from the given votes. */
export const reputationOf = (votes: { upvotes: number; downvotes: number }): number =>
  perUpvote * votes.upvotes + perDownvote * votes.downvotes;

/** Formats a change with its sign: "+5", "−2", "±0". */
export function signed(change: number): string {
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `−${-change}`;
}
