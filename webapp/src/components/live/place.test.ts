import { create } from "@bufbuild/protobuf";
import type { InfiniteData } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { ForumPostSchema, ForumThreadSchema } from "../../gen/uvboard/v1/forum_pb";
import {
  type ListPostsResponse,
  ListPostsResponseSchema,
  type ListThreadsResponse,
  ListThreadsResponseSchema,
} from "../../gen/uvboard/v1/forum_service_pb";
import { backoff } from "./follow";
import { insertPost, insertThread } from "./place";

const post = (id: string, content = "") => create(ForumPostSchema, { id, content });
const page = (ids: string, nextPageToken = "", previousPageToken = "") =>
  create(ListPostsResponseSchema, { posts: Array.from(ids, (id) => post(id)), nextPageToken, previousPageToken });
const posts = (...pages: ReturnType<typeof page>[]) => ({ pages, pageParams: pages.map(() => "") });
const ids = (data: InfiniteData<ListPostsResponse, unknown>) =>
  data.pages.map((p) => p.posts.map(({ id }) => id).join("")).join("|");

describe("insertPost", () => {
  it.each([
    ["replaces the reply", posts(page("ac", "t"), page("e")), "c", "ac|e"],
    ["adds a new one at the end", posts(page("ac", "t"), page("e")), "f", "ac|ef"],
    ["adds the first one", posts(page("")), "a", "a"],
    ["adds one that is shown again in its place", posts(page("ac", "t"), page("eg")), "b", "abc|eg"],
    ["adds one between two pages", posts(page("ac", "t"), page("eg")), "d", "ac|deg"],
    ["leaves out one after what is loaded", posts(page("ac", "t")), "d", "ac"],
    ["leaves out one before what is loaded", posts(page("ce", "", "t")), "b", "ce"],
  ])("%s", (_name, data, id, want) => {
    expect(ids(insertPost(data, post(id, "new")))).toBe(want);
  });

  it("shows the new version", () => {
    expect(insertPost(posts(page("abc")), post("b", "new")).pages[0]?.posts[1]?.content).toBe("new");
  });
});

const thread = (id: string, seconds: number, isPinned = false, channelId = "x") =>
  create(ForumThreadSchema, { id, isPinned, channelId, lastActivityAt: { seconds: BigInt(seconds) } });
const threads = (...list: ReturnType<typeof thread>[]) => ({
  pages: [create(ListThreadsResponseSchema, { threads: list })],
  pageParams: [""],
});
const threadIds = (data: InfiniteData<ListThreadsResponse, unknown>) =>
  data.pages[0]?.threads.map(({ id }) => id).join("");

describe("insertThread", () => {
  const list = threads(thread("p", 1, true), thread("a", 9), thread("b", 8));
  it.each([
    ["adds a new one below pinned ones", thread("n", 10), "x", "pnab"],
    ["adds a new one on top of the list of all channels", thread("n", 10), "", "npab"],
    ["keeps the place of one that has changed", thread("b", 10), "x", "pab"],
    ["removes one that was moved away", thread("a", 9, false, "y"), "x", "pb"],
    ["leaves out one of another channel", thread("n", 10, false, "y"), "x", "pab"],
    ["leaves out one that is further down", thread("n", 7), "x", "pab"],
  ])("%s", (_name, changed, channelId, want) => {
    expect(threadIds(insertThread(list, changed, channelId))).toBe(want);
  });
});

describe("backoff", () => {
  it("grows to half a minute at most, and differs between clients", () => {
    expect([1, 2, 3].map((failures) => backoff(failures, 1))).toEqual([500, 1000, 2000]);
    expect(backoff(50, 1)).toBe(30_000);
    expect(backoff(1, 0)).toBe(250);
  });
});
