import type { ConnectRouter } from "@connectrpc/connect";
import { expect, it } from "vitest";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { board } from "./board";
import { renderScreen } from "./render";

const text = async (rules: { confirmedEmail: boolean; minAccountHours: number; entryVotes: number }) => {
  const services = (router: ConnectRouter) => {
    board()(router);
    router.service(VoteService, { getFairRules: () => ({ rules: { ...rules, perOwnerInTen: 1 } }) });
  };
  return (await renderScreen("/fair", services)).text;
};

it("states the rules with the numbers of the board", async () => {
  const rules = await text({ confirmedEmail: true, minAccountHours: 24, entryVotes: 2 });
  for (const title of ["Every vote is shown", "Eligible votes rank", "Places", "Held votes"]) {
    expect(rules).toContain(`${title}\n`);
  }
  expect(rules).toContain("Your votes become eligible once your email is confirmed.");
  expect(rules).toContain("Your account must be 24 hours old.");
  expect(rules).toContain("from 2 eligible upvotes of others on");
  expect(rules).toContain("Of the first ten projects in Trending, at most 1 is of one owner.");
});

it("leaves out what the board does not ask for", async () => {
  const rules = await text({ confirmedEmail: false, minAccountHours: 0, entryVotes: 0 });
  expect(rules).not.toContain("email");
  expect(rules).not.toContain("Your account must be");
  expect(rules).toContain("A project stands in Trending and Top from its publication on.");
});
