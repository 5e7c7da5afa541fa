import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { score } from "../../lib/text/text";
import { useVoteCounts } from "./useVote";

/** The net votes of a project, updated when the user votes elsewhere on the page. */
export function Score({ project }: { project: { id: string; upvotes: number; downvotes: number } }) {
  const { upvotes, downvotes } = useVoteCounts({ type: TargetType.PROJECT, ...project });
  return score(upvotes - downvotes);
}
