import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { authorName, excerpt } from "../../components/forum/text";
import { type Arranged, arrange } from "../../components/reply/arrange";
import { AuthorSchema } from "../../gen/uvboard/v1/common_pb";
import { type ForumPost, ForumPostSchema, ForumThreadSchema } from "../../gen/uvboard/v1/forum_pb";
import { readForumSearch, selected } from "./search";
import { firstUnread, isUnread, newest } from "./unread";

const post = (id: string, parentId?: string, at = 0, userId = "ada") =>
  create(ForumPostSchema, { id, parentId, createdAt: timestampFromMs(at), userId });

const outline = (replies: Arranged<ForumPost>[]): unknown[] =>
  replies.map(({ post, quoted, orphan, answers }) =>
    [post.id + (quoted ? `>${quoted.id}` : "") + (orphan ? "?" : ""), ...outline(answers)].flat(),
  );

describe("arrange", () => {
  it("puts answers below the reply to the thread, oldest first", () => {
    expect(outline(arrange([post("a"), post("b"), post("c", "a"), post("d", "b"), post("e", "a")]))).toEqual([
      ["a", "c", "e"],
      ["b", "d"],
    ]);
  });
  it("quotes what a deeper reply answers", () => {
    expect(outline(arrange([post("a"), post("b", "a"), post("c", "b"), post("d", "c"), post("e", "a")]))).toEqual([
      ["a", "b", "c>b", "d>c", "e"],
    ]);
  });
  it("puts a reply on the first level if what it answers is not loaded", () => {
    expect(outline(arrange([post("b", "a"), post("c", "b"), post("d", "c")]))).toEqual([["b?", "c", "d>c"]]);
  });
});

describe("unread markers", () => {
  const thread = (values: object) => create(ForumThreadSchema, { userId: "ada", ...values });
  const at = timestampFromMs;

  it.each([
    ["has not been opened", thread({}), undefined, true],
    ["is the user's own and has no replies", thread({ userId: "me" }), undefined, false],
    ["is the user's own with replies", thread({ userId: "me", replyCount: 1 }), undefined, true],
    ["has a reply since", thread({ lastActivityAt: at(2000) }), at(1999), true],
    ["has none since", thread({ lastActivityAt: at(2000) }), at(2000), false],
  ])("a thread that %s", (_name, thread, readAt, unread) => {
    expect(isUnread(thread, readAt, "me")).toBe(unread);
  });

  it("find the first reply of somebody else", () => {
    const posts = [
      post("a", undefined, 1),
      post("b", undefined, 5, "me"),
      post("c", undefined, 6),
      post("d", undefined, 7),
    ];
    expect(firstUnread(posts, at(1), "me")?.id).toBe("c");
    expect(firstUnread(posts, at(7), "me")).toBeUndefined();
  });

  it("move to the newest reply that was shown", () => {
    const opened = thread({ createdAt: at(3) });
    expect(newest(opened, [])).toEqual(at(3));
    expect(newest(opened, [post("a", undefined, 9), post("b", undefined, 5)])).toEqual(at(9));
  });
});

describe("texts", () => {
  it.each([
    // spec: forum.author, viber.shown
    ["the ViberTag", { viberTag: "@nine_volt", username: "nine_volt" }, "@nine_volt"],
    ["the words for a deleted account", { displayName: "Deleted member" }, "Deleted member"],
    // spec: forum.author.missing
    ["the end of the id", { username: "nine_volt" }, "@user9f2"],
    ["the end of the id without an author", undefined, "@user9f2"],
  ])("an author is named by %s", (_name, author, name) => {
    expect(authorName(author && create(AuthorSchema, author), "0192-c9f2")).toBe(name);
  });

  it.each([
    ["> theirs\n\nmine **too**", "mine too"],
    ["see [the docs](https://a.example) and `code`", "see the docs and code"],
    ["x".repeat(200), `${"x".repeat(140)}…`],
  ])("the excerpt of %j is one line", (text, line) => {
    expect(excerpt(text)).toBe(line);
  });
});

describe("the parameters of a link", () => {
  // spec: forum.query.thread, forum.query.channel
  it("select a thread before a channel and keep the rest", () => {
    const search = readForumSearch({ channel: "c", thread: "t", post: "p", other: "x" });
    expect(selected(search)).toEqual({
      to: "/forum/thread/$threadId",
      params: { threadId: "t" },
      search: { post: "p" },
    });
    expect(selected({ channel: "c", createChannel: "true" })).toEqual({
      to: "/forum/$channelId",
      params: { channelId: "c" },
      search: { createChannel: "true" },
    });
    expect(selected({ project: "p" })).toBeUndefined();
  });
});
