import type { Timestamp } from "@bufbuild/protobuf/wkt";
import type { ForumPost, ForumThread } from "../../gen/uvboard/v1/forum_pb";
import { compareTimes } from "../../lib/text/time";

/** Whether a thread has something that the user has not read. `readAt` is undefined if the user has not opened it. */
export function isUnread(thread: ForumThread, readAt: Timestamp | undefined, userId: string): boolean {
  if (!readAt) return thread.userId !== userId || thread.replyCount > 0;
  return thread.lastActivityAt !== undefined && compareTimes(thread.lastActivityAt, readAt) > 0;
}

/** The first of the replies, oldest first, that somebody else has written after a time. */
export function firstUnread(posts: ForumPost[], readAt: Timestamp, userId: string): ForumPost | undefined {
  return posts.find(
    ({ createdAt, userId: author, isDeleted }) =>
      createdAt && compareTimes(createdAt, readAt) > 0 && author !== userId && !isDeleted,
  );
}

/** The time of the newest reply, or of the thread if there is none. */
export function newest(thread: ForumThread, posts: ForumPost[]): Timestamp | undefined {
  return posts.reduce(
    (latest, { createdAt }) => (createdAt && (!latest || compareTimes(createdAt, latest) > 0) ? createdAt : latest),
    thread.createdAt,
  );
}
