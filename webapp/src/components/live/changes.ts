import type { DescMethodUnary } from "@bufbuild/protobuf";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import type { QueryClient } from "@tanstack/react-query";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { LeaderboardService } from "../../gen/uvboard/v1/leaderboard_service_pb";
import { type LiveChange, LiveList } from "../../gen/uvboard/v1/live_service_pb";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { arrivedKey } from "../../lib/server/arrived";

/** What a screen follows: a list, the thread or channel with an id, or what concerns the user. */
export type Topic =
  | "forum"
  | "projects"
  | "stories"
  | "news"
  | "own"
  | `project:${string}`
  | `forum_thread:${string}`
  | `forum_channel:${string}`;

const { getThread, listThreads, listPosts, listChannels, getForumStats } = ForumService.method;
const votes = [VoteService.method.getVoteSummary, VoteService.method.batchGetVoteSummaries];
const projectPage = [ProjectService.method.getProject, FeedbackService.method.listProjectFeedback];
const session = [AccountService.method.getSession];

/** What shows an item of each type. */
const shownBy: Record<string, DescMethodUnary[]> = {
  forum_channel: [listChannels, listThreads, getForumStats],
  forum_thread: [getThread, listThreads, listChannels, getForumStats],
  forum_post: [listPosts, getThread, listThreads, getForumStats],
  project: [ProjectService.method.getProject, ProjectService.method.listProjects],
  blog_post: [BlogService.method.getBlogPost, BlogService.method.listBlogPosts],
  blog_comment: [BlogService.method.listBlogComments],
  user: session,
  notification: [NotificationService.method.listNotifications, NotificationService.method.countNotifications],
};

const listsShownBy: Record<string, DescMethodUnary[]> = {
  forum: [listThreads, listChannels, getForumStats, ...votes],
  projects: [
    ProjectService.method.listProjects,
    StatsService.method.getCommunityStats,
    LeaderboardService.method.listLeaderboard,
    FeedbackService.method.getAnswerStats,
    ...votes,
  ],
  stories: [BlogService.method.listBlogPosts],
  news: [NewsService.method.listNews],
  own: [...session, NotificationService.method.listNotifications, NotificationService.method.countNotifications],
};

export const lists = {
  forum: LiveList.FORUM,
  projects: LiveList.PROJECTS,
  stories: LiveList.BLOG_POSTS,
  news: LiveList.NEWS,
};

const queriesOf = (topic: Topic): DescMethodUnary[] => {
  if (topic.startsWith("project:")) return [...projectPage, ...votes];
  if (topic.startsWith("forum_thread:")) return [getThread, listPosts, ...votes];
  if (topic.startsWith("forum_channel:")) return [listThreads, ...votes];
  return listsShownBy[topic] ?? [];
};

const keyOf = (schema: DescMethodUnary) => createConnectQueryKey({ schema, cardinality: undefined });

/** Fetches again what is on screen of topics, and everything else of them when it is shown. */
export function refetch(client: QueryClient, topics: Topic[]): void {
  for (const schema of new Set(topics.flatMap(queriesOf))) {
    void client.invalidateQueries({ queryKey: keyOf(schema) });
  }
}

const busyMs = 300;

/**
 * A function that fetches methods again: after a random part of a second, since every client hears of a change at the same time,
 * and then at most once in a pause.
 */
function refetcher(minMs: number, maxMs: number, pauseMs: number) {
  const due = new Set<DescMethodUnary>();
  let timer: number | undefined;
  return (client: QueryClient, methods: DescMethodUnary[]) => {
    for (const method of methods) due.add(method);
    const run = () => {
      timer = undefined;
      if (due.size === 0) return;
      // The answer to a request that is under way may be older than the change, and a vote that is being sent is not in it yet.
      const busy = [...due].some((schema) => client.isFetching({ queryKey: keyOf(schema) }) > 0);
      if (busy || client.isMutating({ mutationKey: ["vote"] })) {
        timer = window.setTimeout(run, busyMs);
        return;
      }
      for (const schema of due) void client.invalidateQueries({ queryKey: keyOf(schema) });
      due.clear();
      timer = window.setTimeout(run, pauseMs);
    };
    if (timer === undefined) timer = window.setTimeout(run, minMs + Math.random() * (maxMs - minMs));
  };
}

const refetchItems = refetcher(100, 400, 500);
const refetchGone = refetcher(500, 800, 500); // the page of the user who deleted it closes first
const refetchLists = refetcher(200, 800, 4_000); // every visitor of Home hears of every change

/** Fetches a list again that has changed. */
export function listChanged(client: QueryClient, changed: LiveList): void {
  for (const [name, list] of Object.entries(lists)) {
    if (list === changed) refetchLists(client, listsShownBy[name] ?? []);
  }
}

/** Fetches again what shows an item that has changed. `followed` are the topics of the stream that says so. */
export function itemChanged(client: QueryClient, { type, id, kind }: LiveChange, followed: Topic[] = []): void {
  const shown = [...(shownBy[type] ?? [])];
  // A thread says how many replies it has; the page of a project shows its feedback too.
  if (type === "forum_post" && followed.some((topic) => topic.startsWith("project:"))) shown.push(...projectPage);
  if (kind === "voted") shown.push(...votes);
  // A project on its launch day has many voters and many readers.
  const refetch = type === "project" ? refetchLists : kind === "deleted" ? refetchGone : refetchItems;
  refetch(client, shown);
  if (type === "forum_post" && (kind === "published" || kind === "shown")) {
    client.setQueryData<string[]>(arrivedKey, (ids = []) => (ids.includes(id) ? ids : [...ids, id]));
  }
}
