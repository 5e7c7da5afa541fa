import { expect, test } from "vitest";
import { nextVote, type VoteState, withVote } from "../../components/vote/voteState";
import { VoteType } from "../../gen/uvboard/v1/vote_pb";
import { reputationOf, signed } from "./reputation";

const change = (before: VoteState, button: VoteType) => {
  const after = withVote(before, nextVote(before, button));
  return { after, by: signed(reputationOf(after) - reputationOf(before)) };
};

test("votes change the reputation as the page explains", () => {
  const none: VoteState = { upvotes: 0, downvotes: 0, userVote: VoteType.UNSPECIFIED };
  // spec: reputation.start
  expect(reputationOf(none)).toBe(0);
  const up = change(none, VoteType.UPVOTE);
  // spec: reputation.up
  expect(up.by).toBe("+5");
  // spec: reputation.up_removed
  expect(change(up.after, VoteType.UPVOTE).by).toBe("−5");
  // spec: reputation.switch
  expect(change(up.after, VoteType.DOWNVOTE).by).toBe("−7");
  const down = change(none, VoteType.DOWNVOTE);
  // spec: reputation.down
  expect(down.by).toBe("−2");
  // spec: reputation.down_removed
  expect(change(down.after, VoteType.DOWNVOTE).by).toBe("+2");
  expect(change(down.after, VoteType.UPVOTE).by).toBe("+7");
});
