import type { InfiniteData } from "@tanstack/react-query";
import type { ForumPost, ForumThread } from "../../gen/uvboard/v1/forum_pb";
import type { ListPostsResponse, ListThreadsResponse } from "../../gen/uvboard/v1/forum_service_pb";

type Pages<T> = InfiniteData<T, unknown>;

/**
 * The pages with a reply, which replaces its earlier version. A new one stands in the order of ids, which is that of time. It is
 * left out if it belongs to pages that are not loaded.
 */
export function insertPost(data: Pages<ListPostsResponse>, post: ForumPost): Pages<ListPostsResponse> {
  const { pages } = data;
  const known = pages.some((page) => page.posts.some(({ id }) => id === post.id));
  if (known) {
    return withPages(data, (page) => ({ ...page, posts: page.posts.map((old) => (old.id === post.id ? post : old)) }));
  }
  const last = pages.at(-1);
  if (!last) return data;
  // The first page that ends after the reply, else the last one.
  const at = pages.findIndex((page) => (page.posts.at(-1)?.id ?? "") > post.id);
  if (at < 0 && last.nextPageToken) return data;
  const target = pages[at < 0 ? pages.length - 1 : at];
  const first = pages[0];
  if (target === first && first?.previousPageToken && post.id < (first.posts[0]?.id ?? "")) return data;
  return withPages(data, (page) =>
    page === target ? { ...page, posts: [...page.posts, post].sort((a, b) => (a.id < b.id ? -1 : 1)) } : page,
  );
}

/**
 * The pages of a list of threads with a thread; channelId is empty for the list of all channels. A thread in the list keeps its
 * place, so that nothing moves under the reader. Another one comes first, after pinned ones in a channel.
 */
export function insertThread(
  data: Pages<ListThreadsResponse>,
  thread: ForumThread,
  channelId: string,
): Pages<ListThreadsResponse> {
  const known = data.pages.some((page) => page.threads.some(({ id }) => id === thread.id));
  const belongs = channelId === "" || channelId === thread.channelId;
  if (known) {
    return withPages(data, (page) => ({
      ...page,
      threads: page.threads.flatMap((old) => (old.id !== thread.id ? [old] : belongs ? [thread] : [])),
    }));
  }
  const first = data.pages[0];
  if (!belongs || !first || !isNewest(first.threads, thread)) return data;
  const at = channelId !== "" && !thread.isPinned ? first.threads.filter(({ isPinned }) => isPinned).length : 0;
  return withPages(data, (page) =>
    page === first ? { ...page, threads: page.threads.toSpliced(at, 0, thread) } : page,
  );
}

/** Whether a thread has a later activity than those of a list that are not pinned, so that a refetch would show it first. */
function isNewest(threads: ForumThread[], thread: ForumThread): boolean {
  const time = (t: ForumThread) => Number(t.lastActivityAt?.seconds ?? 0) + (t.lastActivityAt?.nanos ?? 0) / 1e9;
  return thread.isPinned || threads.every((other) => other.isPinned || time(other) <= time(thread));
}

const withPages = <T>(data: Pages<T>, change: (page: T) => T): Pages<T> => ({
  ...data,
  pages: data.pages.map(change),
});
