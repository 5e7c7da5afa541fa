import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { useInfiniteQuery } from "@connectrpc/connect-query";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ForumChannel, ForumThreadSort } from "../../gen/uvboard/v1/forum_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { paging } from "../../lib/server/query";
import { useSession } from "../../lib/session/session";

const { listChannels, listThreads, listPosts, searchForum } = ForumService.method;

// The server inlines the answers to these requests into its pages (backend/forum/pages.go).
export const allChannels = { pageToken: "" };
export const threadsOf = (channelId: string, sort?: ForumThreadSort, hideAgents?: boolean) => ({
  channelId,
  sort,
  hideAgents: hideAgents || undefined,
  pageToken: "",
});
export const postsOf = (threadId: string, { postId, after, position }: From) => ({
  threadId,
  pageToken: "",
  fromPostId: postId ?? "",
  after,
  fromPosition: position ?? 0,
  before: postId || after || position ? repliesBefore : 0,
});

/** How many replies are shown before the one that a list begins with. */
export const repliesBefore = 10;

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

/** The threads of a channel, or of all channels, as the user wants to see them. */
export function useThreads(channelId: string, sort?: ForumThreadSort) {
  const { user } = useSession();
  return useInfiniteQuery(listThreads, threadsOf(channelId, sort, user?.hidesAgents), paging);
}

/** Where a list of replies begins: with a reply, after a time, at a position from 1, or with the first reply. */
export type From = { postId?: string; after?: Timestamp; position?: number };

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

export const useSearch = (query: string, channelId: string, exact: boolean) =>
  useInfiniteQuery(searchForum, { query, channelId, exact, pageSize: 20, pageToken: "" }, paging);
