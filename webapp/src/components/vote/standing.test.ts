import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { TargetType, VoteSummarySchema, VoteType } from "../../gen/uvboard/v1/vote_pb";
import { pressed, type Standing, standingOf, toSummary, withVote } from "./standing";

const { UNSPECIFIED: none, UPVOTE: up, DOWNVOTE: down } = VoteType;
const at = (upvotes: number, downvotes: number, mine: VoteType): Standing => ({ upvotes, downvotes, mine });

describe("pressing a button", () => {
  it.each([
    ["casts an upvote", at(10, 2, none), up, at(11, 2, up)],
    ["casts a downvote", at(10, 2, none), down, at(10, 3, down)],
    ["removes the upvote", at(11, 2, up), up, at(10, 2, none)],
    ["removes the downvote", at(10, 3, down), down, at(10, 2, none)],
    ["switches up to down, adjusting both counts", at(11, 2, up), down, at(10, 3, down)],
    ["switches down to up, adjusting both counts", at(10, 3, down), up, at(11, 2, up)],
  ])("%s", (_name, before, button, after) => {
    expect(withVote(before, pressed(before, button))).toEqual(after);
  });

  it("changes nothing when the same vote is set again", () => {
    expect(withVote(at(11, 2, up), up)).toEqual(at(11, 2, up));
  });
});

describe("standingOf", () => {
  it("is what the list brought while there is no summary", () => {
    expect(standingOf(undefined, { upvotes: 3, downvotes: 1 })).toEqual(at(3, 1, none));
  });
  it("is the summary once there is one, zeros included", () => {
    const summary = create(VoteSummarySchema, { counts: { upvotes: 0, downvotes: 0 } });
    expect(standingOf(summary, { upvotes: 3, downvotes: 1 })).toEqual(at(0, 0, none));
  });
  it("survives the way into the cache and back", () => {
    for (const standing of [at(5, 1, none), at(5, 1, up), at(5, 1, down)]) {
      const summary = toSummary("id", TargetType.PROJECT, standing);
      expect(standingOf(summary, { upvotes: 0, downvotes: 0 })).toEqual(standing);
    }
  });
});
