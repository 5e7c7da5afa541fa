import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { useInfiniteQuery } from "@connectrpc/connect-query";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ForumChannel } from "../../gen/uvboard/v1/forum_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { paging, useInvalidate } from "../../lib/query";

const { listChannels, listThreads, listPosts, getThread, getThreadWatch, getForumStats, searchForum } =
  ForumService.method;

// The server inlines the answers to these requests into its pages (backend/forum/pages.go).
export const allChannels = { pageToken: "" };
export const threadsOf = (channelId: string) => ({ channelId, pageToken: "" });
export const postsOf = (threadId: string, { postId, after }: From) => ({
  threadId,
  pageToken: "",
  fromPostId: postId ?? "",
  after,
});

/** All channels that are loaded, by name. */
export function useChannels() {
  const query = useInfiniteQuery(listChannels, allChannels, paging);
  return { query, channels: query.data?.pages.flatMap((page) => page.channels) };
}

/** A channel; loads pages of the list until it is found. Undefined while loading, null if there is none. */
export function useChannel(id: string | undefined): ForumChannel | undefined | null {
  const { query, channels } = useChannels();
  const found = channels?.find((channel) => channel.id === id);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const more = id !== undefined && channels !== undefined && !found && hasNextPage && !isError;
  useEffect(() => {
    if (more && !isFetching) void fetchNextPage();
  }, [more, isFetching, fetchNextPage]);
  if (found) return found;
  return channels && !more && id !== undefined ? null : undefined;
}

/** The threads of a channel, or of all channels. */
export const useThreads = (channelId: string) => useInfiniteQuery(listThreads, threadsOf(channelId), paging);

/** Where a list of replies begins: with a reply, after a time, or with the first reply. */
export type From = { postId?: string; after?: Timestamp };

/**
 * The replies of a thread. While another beginning is loading, the replies before it stay. A reader of the last page sees replies that
 * come after it without asking for them.
 */
export function usePosts(threadId: string, from: From) {
  const query = useInfiniteQuery(listPosts, postsOf(threadId, from), {
    ...paging,
    getPreviousPageParam: (page) => page.previousPageToken || undefined,
    placeholderData: keepPreviousData,
  });
  const atEnd = useRef(false);
  const { data, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = query;
  useEffect(() => {
    if (isFetching && !isPlaceholderData) return;
    if (hasNextPage && atEnd.current && !isPlaceholderData) void fetchNextPage();
    atEnd.current = data !== undefined && !hasNextPage && !isPlaceholderData;
  }, [data, hasNextPage, isFetching, isPlaceholderData, fetchNextPage]);
  return query;
}

export const useSearch = (query: string, channelId: string) =>
  useInfiniteQuery(searchForum, { query, channelId, pageSize: 20, pageToken: "" }, paging);

/** Functions that invalidate the queries that a change of the forum affects. */
export function useForumChange() {
  const invalidate = useInvalidate();
  const counts = () =>
    invalidate(getForumStats, UserService.method.listActiveUsers, UserService.method.getUserStats, listChannels);
  return {
    channels: async () => {
      await Promise.all([counts(), invalidate(StatsService.method.getCommunityStats)]);
    },
    /** A thread is new, gone or changed. */
    threads: async () => {
      await Promise.all([counts(), invalidate(listThreads, getThread)]);
    },
    /** Replies of a thread are new, gone or changed. */
    posts: async () => {
      await Promise.all([counts(), invalidate(listPosts, getThread, getThreadWatch, listThreads)]);
    },
  };
}
