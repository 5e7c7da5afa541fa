/** What each vote that stands is worth to the person whose content it is on. */
export const perUpvote = 5;
export const perDownvote = -2;

/** The reputation out of the votes that stand. */
export const reputationOf = (votes: { upvotes: number; downvotes: number }): number =>
  perUpvote * votes.upvotes + perDownvote * votes.downvotes;

/** A change with its sign: "+5", "−2", "±0". */
export function signed(change: number): string {
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `−${-change}`;
}
