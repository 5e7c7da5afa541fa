import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { LiveChangeSchema, LiveList } from "../../gen/uvboard/v1/live_service_pb";
import { arrivedKey } from "../../lib/server/arrived";
import { itemChanged, listChanged } from "./changes";
import { backoff } from "./follow";

const client = new QueryClient();
const posts = createConnectQueryKey({ schema: ForumService.method.listPosts, cardinality: undefined });
const change = (kind: string, id = "a") => create(LiveChangeSchema, { type: "forum_post", id, kind });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  client.clear();
});

/** Shows a query, and returns how often it was fetched. */
function show(queryFn: () => Promise<string>) {
  const fetch = vi.fn(queryFn);
  new QueryObserver(client, { queryKey: posts, queryFn: fetch, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => {},
  );
  return fetch;
}

describe("a change", () => {
  it("fetches what shows the item again, once for many changes", async () => {
    const fetch = show(async () => "");
    await vi.advanceTimersByTimeAsync(0);
    for (let n = 0; n < 20; n++) itemChanged(client, change("edited"));
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(400);
    expect(fetch).toHaveBeenCalledTimes(2);
    itemChanged(client, change("edited"));
    await vi.advanceTimersByTimeAsync(100);
    expect(fetch).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it("waits for a request that is under way, whose answer may be older", async () => {
    let answer: (text: string) => void = () => {};
    const fetch = show(() => new Promise((resolve) => (answer = resolve)));
    itemChanged(client, change("edited"));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetch).toHaveBeenCalledTimes(1);
    answer("old");
    await vi.advanceTimersByTimeAsync(300);
    expect(fetch).toHaveBeenCalledTimes(2);
    answer("new");
  });

  it("fetches nothing that shows other items", async () => {
    const fetch = show(async () => "");
    listChanged(client, LiveList.NEWS);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("of a reply fetches the feedback again on the page of a project", async () => {
    const fetch = vi.fn(async () => "");
    const queryKey = createConnectQueryKey({
      schema: FeedbackService.method.listProjectFeedback,
      cardinality: undefined,
    });
    new QueryObserver(client, { queryKey, queryFn: fetch, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    itemChanged(client, change("published"), ["own"]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetch).toHaveBeenCalledTimes(1);
    itemChanged(client, change("published"), ["own", "project:kiln"]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("keeps the ids of new replies", () => {
    for (const id of ["a", "b", "a"]) itemChanged(client, change("published", id));
    itemChanged(client, change("edited", "c"));
    expect(client.getQueryData(arrivedKey)).toEqual(["a", "b"]);
  });
});

describe("backoff", () => {
  it("grows to half a minute at most, and differs between clients", () => {
    expect([1, 2, 3].map((failures) => backoff(failures, 1))).toEqual([500, 1000, 2000]);
    expect(backoff(50, 1)).toBe(30_000);
    expect(backoff(1, 0)).toBe(250);
  });
});
