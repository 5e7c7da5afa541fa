import { create } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import { type InfiniteData, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { ForumPostSchema } from "../../gen/uvboard/v1/forum_pb";
import { ForumService, type ListPostsResponse, ListPostsResponseSchema } from "../../gen/uvboard/v1/forum_service_pb";
import type { SubscribeResponse } from "../../gen/uvboard/v1/live_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { arrivedKey } from "../../lib/arrived";
import { applyEvent } from "./apply";

const client = new QueryClient();
const transport = createRouterTransport(() => undefined);
afterEach(() => client.clear());

const post = (id: string, upvotes = 0) => create(ForumPostSchema, { id, threadId: "thread", userId: "other", upvotes });
const page = (...posts: ReturnType<typeof post>[]): InfiniteData<ListPostsResponse> => ({
  pages: [create(ListPostsResponseSchema, { posts })],
  pageParams: [""],
});

/** Shows the replies of a thread whose list is being fetched, and returns the list and a function that answers the fetch. */
function fetching(before: InfiniteData<ListPostsResponse>) {
  const queryKey = createConnectQueryKey({
    schema: ForumService.method.listPosts,
    input: { threadId: "thread" },
    transport,
    cardinality: "infinite",
    pageParamKey: "pageToken",
  });
  client.setQueryData(queryKey, before, { updatedAt: 1 });
  let answer: (data: InfiniteData<ListPostsResponse>) => void = () => undefined;
  const queryFn = () => new Promise<InfiniteData<ListPostsResponse>>((resolve) => (answer = resolve));
  const stop = new QueryObserver(client, { queryKey, queryFn, staleTime: 0 }).subscribe(() => undefined);
  const shown = () =>
    client
      .getQueryData<InfiniteData<ListPostsResponse>>(queryKey)
      ?.pages[0]?.posts.map(({ id, upvotes }) => id + upvotes);
  return {
    shown,
    async settle(data: InfiniteData<ListPostsResponse>) {
      answer(data);
      await expect.poll(() => client.isFetching()).toBe(0);
      stop();
    },
  };
}

const apply = (event: SubscribeResponse["event"]) => applyEvent(client, transport, event);
const votes = (targetId: string, upvotes: number) =>
  apply({
    case: "votes",
    value: {
      $typeName: "uvboard.v1.LiveVotes",
      targetType: TargetType.FORUM_POST,
      targetId,
      upvotes,
      downvotes: 0,
    },
  });

test("an older answer does not undo events that arrived during the request", async () => {
  const list = fetching(page(post("a")));
  apply({ case: "forumPost", value: post("b") });
  votes("a", 1);
  votes("a", 2);
  expect(list.shown()).toEqual(["a2", "b0"]);
  await list.settle(page(post("a")));
  await expect.poll(list.shown).toEqual(["a2", "b0"]);
  expect(client.getQueryData(arrivedKey("thread"))).toEqual(["b"]);
});

test("an answer after the request is not changed by earlier events", async () => {
  const list = fetching(page(post("a")));
  votes("a", 1);
  await list.settle(page(post("a", 1)));
  client.setQueryData(
    createConnectQueryKey({
      schema: ForumService.method.listPosts,
      input: { threadId: "thread" },
      transport,
      cardinality: "infinite",
      pageParamKey: "pageToken",
    }),
    page(post("a", 7)),
  );
  expect(list.shown()).toEqual(["a7"]);
});
