import { create, type DescMethodUnary, type MessageShape } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { type ConnectQueryKey, createConnectQueryKey } from "@connectrpc/connect-query";
import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { ForumItemType, type ForumPost, type ForumThread } from "../../gen/uvboard/v1/forum_pb";
import {
  ForumService,
  type GetThreadResponse,
  GetThreadResponseSchema,
  type ListPostsResponse,
  type ListThreadsResponse,
} from "../../gen/uvboard/v1/forum_service_pb";
import { LiveList, type LiveVotes, type SubscribeResponse } from "../../gen/uvboard/v1/live_service_pb";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { arrivedKey } from "../../lib/arrived";
import { summaryKey, summaryResponse } from "../vote/useVoteSummaries";
import { fromSummary, toSummary } from "../vote/voteState";
import { insertPost, insertThread } from "./place";
import type { Topic } from "./useLive";

const { getThread, listThreads, listPosts, listChannels, getForumStats } = ForumService.method;
const { getVoteSummary, batchGetVoteSummaries } = VoteService.method;

type Kind = "forum" | "channel" | "thread" | "projects" | "stories" | "news";

// What the topics of each kind are shown by.
const queriesOf: Record<Kind, DescMethodUnary[]> = {
  forum: [listThreads, listChannels, getForumStats, batchGetVoteSummaries],
  channel: [listThreads, batchGetVoteSummaries],
  thread: [getThread, listPosts, getVoteSummary, batchGetVoteSummaries],
  projects: [ProjectService.method.listProjects, StatsService.method.getCommunityStats, batchGetVoteSummaries],
  stories: [BlogService.method.listBlogPosts],
  news: [NewsService.method.listNews],
};

const listNames = new Map<LiveList, "forum" | "projects" | "stories" | "news">([
  [LiveList.FORUM, "forum"],
  [LiveList.PROJECTS, "projects"],
  [LiveList.BLOG_POSTS, "stories"],
  [LiveList.NEWS, "news"],
]);

/** Fetches again what is on screen of topics, and everything else of them when it is shown. */
export function refetch(client: QueryClient, topics: Topic[]): void {
  const kinds = new Set(topics.map((topic) => topic.split(":")[0] as Kind));
  const methods = new Set([...kinds].flatMap((kind) => queriesOf[kind]));
  for (const schema of methods) {
    void client.invalidateQueries({ queryKey: createConnectQueryKey({ schema, cardinality: undefined }) });
  }
}

type Event = SubscribeResponse["event"];

/** Brings the query cache up to date with an event. */
export function applyEvent(client: QueryClient, transport: Transport, event: Event): void {
  apply(client, transport, event);
  if (event.case === "changedList") return; // which fetches
  // The answer to a request that is under way may be older than the event and would undo it.
  for (const schema of new Set([...queriesOf.forum, ...queriesOf.thread])) {
    const queryKey = createConnectQueryKey({ schema, cardinality: undefined });
    for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" })) {
      const end = client.getQueryCache().subscribe((change) => {
        if (change.query !== query || query.state.fetchStatus === "fetching") return;
        end();
        if (change.type !== "removed") apply(client, transport, event);
      });
    }
  }
}

function apply(client: QueryClient, transport: Transport, event: Event): void {
  const cache = new Cache(client, transport);
  switch (event.case) {
    case "forumThread":
      cache.setThread(event.value);
      return;
    case "forumThreadContent":
      cache.setContent(event.value);
      return;
    case "forumPost":
      cache.setPost(event.value);
      return;
    case "removal":
      if (event.value.type === ForumItemType.THREAD) cache.removeThread(event.value.id);
      else cache.removePost(event.value.id);
      return;
    case "votes":
      cache.setVotes(event.value);
      return;
    case "changedList": {
      const list = listNames.get(event.value);
      if (list) later(client, list);
    }
  }
}

// A list on Home is fetched at most this often, at a random moment, since every visitor hears of every change.
const listPauseMs = 4_000;
const waiting = new Map<string, number>();

function later(client: QueryClient, list: Topic): void {
  if (waiting.has(list)) return;
  const run = () => {
    if (client.isMutating({ mutationKey: ["vote"] })) {
      waiting.set(list, window.setTimeout(run, listPauseMs));
      return; // the answer might not have the vote yet
    }
    refetch(client, [list]);
    waiting.set(
      list,
      window.setTimeout(() => waiting.delete(list), listPauseMs),
    );
  };
  waiting.set(list, window.setTimeout(run, 200 + Math.random() * 600));
}

const leaveMs = 500;

type Pages<T> = InfiniteData<T, unknown>;

class Cache {
  constructor(
    private client: QueryClient,
    private transport: Transport,
  ) {}

  private key = <M extends DescMethodUnary>(schema: M) => createConnectQueryKey({ schema, cardinality: undefined });

  private threadKey = (id: string) =>
    createConnectQueryKey({ schema: getThread, input: { id }, transport: this.transport, cardinality: "finite" });

  private user = () =>
    this.client.getQueryData<MessageShape<typeof AccountService.method.getSession.output>>(
      createConnectQueryKey({
        schema: AccountService.method.getSession,
        input: {},
        transport: this.transport,
        cardinality: "finite",
      }),
    )?.user;

  /** Whether the viewer may see what the stream, which shows what a guest sees, leaves out. */
  private seesMore(authorId: string | undefined) {
    const user = this.user();
    return user !== undefined && (user.isAdmin || user.id === authorId);
  }

  /** Changes the pages of the cached lists of a method. An update returns its argument if nothing changes. */
  private updatePages<T>(schema: DescMethodUnary, update: (data: Pages<T>, query: Query) => Pages<T>) {
    for (const query of this.client.getQueryCache().findAll({ queryKey: this.key(schema) })) {
      const data = query.state.data as Pages<T> | undefined;
      if (!data?.pages) continue;
      const next = update(data, query);
      // The time stays: what the event does not cover is as old as before.
      if (next !== data) this.client.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt });
    }
  }

  private updateThread(id: string, update: (thread: ForumThread) => ForumThread) {
    const state = this.client.getQueryState<GetThreadResponse>(this.threadKey(id));
    if (!state) return;
    if (!state.data?.thread || state.error) {
      void this.client.invalidateQueries({ queryKey: this.threadKey(id) }); // it is shown again
      return;
    }
    const thread = update(state.data.thread);
    this.client.setQueryData(this.threadKey(id), create(GetThreadResponseSchema, { thread }), {
      updatedAt: state.dataUpdatedAt,
    });
  }

  setThread(thread: ForumThread) {
    this.updateThread(thread.id, ({ content, contentHtml }) => ({ ...thread, content, contentHtml }));
    this.updatePages<ListThreadsResponse>(listThreads, (data, query) => {
      const { channelId } = inputOf(query);
      return insertThread(data, thread, typeof channelId === "string" ? channelId : "");
    });
    this.setVotes({
      targetType: TargetType.FORUM_THREAD,
      targetId: thread.id,
      upvotes: thread.upvotes,
      downvotes: thread.downvotes,
    });
  }

  setContent(thread: ForumThread) {
    this.updateThread(thread.id, () => thread);
  }

  setPost(post: ForumPost) {
    const shown = this.shownPost(post.id);
    if (post.isDeleted && shown && !shown.isDeleted && this.seesMore(shown.userId)) {
      this.invalidatePosts();
      return;
    }
    let added = false;
    this.updatePages<ListPostsResponse>(listPosts, (data, query) => {
      if (inputOf(query).threadId !== post.threadId) return data;
      const next = insertPost(data, post);
      if (next !== data && !shown && query.isActive()) added = true;
      return next;
    });
    if (added && !post.isDeleted && post.userId !== this.user()?.id) {
      this.client.setQueryData<string[]>(arrivedKey(post.threadId), (ids = []) =>
        ids.includes(post.id) ? ids : [...ids, post.id],
      );
    }
    if (!post.isDeleted) {
      this.setVotes({
        targetType: TargetType.FORUM_POST,
        targetId: post.id,
        upvotes: post.upvotes,
        downvotes: post.downvotes,
      });
    }
  }

  private shownPost(id: string): ForumPost | undefined {
    for (const query of this.client.getQueryCache().findAll({ queryKey: this.key(listPosts) })) {
      const data = query.state.data as Pages<ListPostsResponse> | undefined;
      for (const page of data?.pages ?? []) {
        const found = page.posts.find((post) => post.id === id);
        if (found) return found;
      }
    }
    return undefined;
  }

  private invalidatePosts() {
    void this.client.invalidateQueries({ queryKey: this.key(listPosts) });
  }

  removePost(id: string) {
    const shown = this.shownPost(id);
    if (!shown) return;
    if (this.seesMore(shown.userId)) {
      this.invalidatePosts();
      return;
    }
    this.updatePages<ListPostsResponse>(listPosts, (data) => ({
      ...data,
      pages: data.pages.map((page) => ({ ...page, posts: page.posts.filter((post) => post.id !== id) })),
    }));
  }

  removeThread(id: string) {
    // Fetched again, since its author and admins may still see it; everyone else gets a 404. The delay lets the page of the user
    // who deleted it close first.
    window.setTimeout(() => void this.client.resetQueries({ queryKey: this.threadKey(id), type: "active" }), leaveMs);
    this.client.removeQueries({ queryKey: this.threadKey(id), type: "inactive" });
    this.updatePages<ListThreadsResponse>(listThreads, (data) =>
      data.pages.some((page) => page.threads.some((thread) => thread.id === id))
        ? {
            ...data,
            pages: data.pages.map((page) => ({ ...page, threads: page.threads.filter((thread) => thread.id !== id) })),
          }
        : data,
    );
  }

  setVotes({ targetType, targetId, upvotes, downvotes }: Omit<LiveVotes, "$typeName">) {
    const counts = { upvotes, downvotes };
    const changes = (item: { upvotes: number; downvotes: number }) =>
      item.upvotes !== upvotes || item.downvotes !== downvotes;
    if (targetType === TargetType.FORUM_POST) {
      this.updatePages<ListPostsResponse>(listPosts, (data) =>
        data.pages.some((page) => page.posts.some((post) => post.id === targetId && changes(post)))
          ? {
              ...data,
              pages: data.pages.map((page) => ({
                ...page,
                posts: page.posts.map((post) => (post.id === targetId ? { ...post, ...counts } : post)),
              })),
            }
          : data,
      );
    } else if (targetType === TargetType.FORUM_THREAD) {
      const thread = this.client.getQueryData<GetThreadResponse>(this.threadKey(targetId))?.thread;
      if (thread && changes(thread)) this.updateThread(targetId, (before) => ({ ...before, ...counts }));
      this.updatePages<ListThreadsResponse>(listThreads, (data) =>
        data.pages.some((page) => page.threads.some((item) => item.id === targetId && changes(item)))
          ? {
              ...data,
              pages: data.pages.map((page) => ({
                ...page,
                threads: page.threads.map((item) => (item.id === targetId ? { ...item, ...counts } : item)),
              })),
            }
          : data,
      );
    }
    // The user's own vote stays. While it is being sent, the optimistic counts stay too, and then the summary is fetched.
    if (this.client.isMutating({ mutationKey: ["vote", targetType, targetId] })) return;
    const key = summaryKey(this.transport, targetType, targetId);
    const summary = this.client.getQueryData(key)?.summary;
    if (!summary) return;
    const state = { ...fromSummary(summary, counts), ...counts };
    this.client.setQueryData(key, summaryResponse(toSummary(targetId, targetType, state)));
  }
}

/** The request of a cached query. */
function inputOf(query: Query): Record<string, unknown> {
  const [, { input }] = query.queryKey as unknown as ConnectQueryKey;
  return input === undefined || input === "skipped" ? {} : input;
}
