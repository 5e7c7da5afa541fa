import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { TargetType, VoteSummarySchema, VoteType } from "../../gen/uvboard/v1/vote_pb";
import { fromSummary, nextVote, toSummary, type VoteState, withVote } from "./voteState";

const { UNSPECIFIED: none, UPVOTE: up, DOWNVOTE: down } = VoteType;
const at = (upvotes: number, downvotes: number, userVote: VoteType): VoteState => ({ upvotes, downvotes, userVote });

describe("a click on a vote button", () => {
  it.each([
    // spec: vote.cast
    ["casts an upvote", at(10, 2, none), up, at(11, 2, up)],
    ["casts a downvote", at(10, 2, none), down, at(10, 3, down)],
    // spec: vote.remove
    ["removes the upvote", at(11, 2, up), up, at(10, 2, none)],
    ["removes the downvote", at(10, 3, down), down, at(10, 2, none)],
    // spec: vote.switch, vote.optimistic.switch
    ["switches up to down, adjusting both counts", at(11, 2, up), down, at(10, 3, down)],
    ["switches down to up, adjusting both counts", at(10, 3, down), up, at(11, 2, up)],
  ])("%s", (_name, before, button, after) => {
    expect(withVote(before, nextVote(before, button))).toEqual(after);
  });

  it("changes nothing if the vote is the same", () => {
    expect(withVote(at(11, 2, up), up)).toEqual(at(11, 2, up));
  });
});

describe("fromSummary", () => {
  it("returns the counts of the list without a summary", () => {
    expect(fromSummary(undefined, { upvotes: 3, downvotes: 1 })).toEqual(at(3, 1, none));
  });
  it("returns the counts of the summary, including zeros", () => {
    const summary = create(VoteSummarySchema, { counts: { upvotes: 0, downvotes: 0 } });
    expect(fromSummary(summary, { upvotes: 3, downvotes: 1 })).toEqual(at(0, 0, none));
  });
  it("reads what toSummary writes", () => {
    for (const state of [at(5, 1, none), at(5, 1, up), at(5, 1, down)]) {
      const summary = toSummary("id", TargetType.PROJECT, state);
      expect(fromSummary(summary, { upvotes: 0, downvotes: 0 })).toEqual(state);
    }
  });
});
