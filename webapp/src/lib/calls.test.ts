import { createConnectQueryKey, createInfiniteQueryOptions, createQueryOptions } from "@connectrpc/connect-query";
import { describe, expect, it } from "vitest";
import { exploreInput } from "../features/explore/query";
import { homeInput } from "../features/home/queries";
import { ProjectService } from "../gen/uvboard/v1/project_service_pb";
import { UserService } from "../gen/uvboard/v1/user_service_pb";
import { TargetType, VoteType } from "../gen/uvboard/v1/vote_pb";
import { type Call, calls, keyOf, listOptions, queryOptions } from "./calls";
import { methodOf, transport } from "./connect";

describe("a call known by name", () => {
  it.each(Object.entries(calls))("%s is one of its service", (name, call) => {
    expect(methodOf(call as Call<never, never>).localName).toBe(name);
  });

  it("has its answer where connect-query keeps it", () => {
    const same = <M extends Parameters<typeof createQueryOptions>[0]>(
      method: M,
      call: Call<never, never>,
      input: Record<string, unknown>,
    ) =>
      expect(queryOptions(call, input as never).queryKey).toEqual(
        createQueryOptions(method, input, { transport }).queryKey,
      );
    for (const input of Object.values(homeInput)) {
      same(methodOf(calls.listProjects), calls.listProjects as Call<never, never>, input);
    }
    same(methodOf(calls.getSession), calls.getSession as Call<never, never>, {});
    same(methodOf(calls.castVote), calls.castVote as Call<never, never>, {
      targetId: "x",
      targetType: TargetType.PROJECT,
      voteType: VoteType.UPVOTE,
    });
    same(methodOf(calls.batchGetVoteSummaries), calls.batchGetVoteSummaries as Call<never, never>, {
      targetType: TargetType.PROJECT,
      targetIds: [],
    });
  });

  it("has its pages where connect-query keeps them", () => {
    for (const search of [{}, { q: "tea", stage: "mvp", sort: "trending" }]) {
      const input = { ...exploreInput(search), pageToken: "" };
      const { queryKey } = createInfiniteQueryOptions(ProjectService.method.listProjects, input, {
        transport,
        pageParamKey: "pageToken",
        getNextPageParam: (page) => page.nextPageToken,
      });
      expect(listOptions(calls.listProjects, exploreInput(search)).queryKey).toEqual(queryKey);
    }
  });

  it("covers all answers without an input", () => {
    expect(keyOf(calls.getUserStats)).toEqual(
      createConnectQueryKey({ schema: UserService.method.getUserStats, transport, cardinality: "finite" }),
    );
  });
});
