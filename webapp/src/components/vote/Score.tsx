import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { score } from "../../lib/text";
import { useStanding } from "./useVote";

/** The net votes of a project where they are only read; they follow a vote cast anywhere else. */
export function Score({ project }: { project: { id: string; upvotes: number; downvotes: number } }) {
  const { upvotes, downvotes } = useStanding({ type: TargetType.PROJECT, ...project });
  return score(upvotes - downvotes);
}
