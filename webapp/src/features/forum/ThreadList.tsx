import { useQuery } from "@connectrpc/connect-query";
import { Group, Skeleton, Text } from "@mantine/core";
import { IconLock, IconPin } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Avatar } from "../../components/Avatar";
import { AuthorName } from "../../components/forum/AuthorName";
import { LoadMore } from "../../components/LoadMore";
import { RelativeTime } from "../../components/RelativeTime";
import { ErrorState, Loading } from "../../components/States";
import { useLoginText } from "../../components/useLoginRequired";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import { VoteControl } from "../../components/vote/VoteControl";
import type { ForumThread } from "../../gen/uvboard/v1/forum_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { nameOf } from "../../lib/page/paths";
import { useSession } from "../../lib/session/session";
import { count } from "../../lib/text/text";
import css from "./Forum.module.css";
import type { useThreads } from "./queries";
import { isUnread } from "./unread";

/** Threads in all states of their list. `mixed` shows the channel of each. */
export function ThreadList({
  query,
  empty,
  mixed,
}: {
  query: ReturnType<typeof useThreads>;
  empty: ReactNode;
  mixed?: boolean;
}) {
  const pages = query.data?.pages;
  return (
    <>
      {query.isPending && <ThreadsSkeleton />}
      {query.error && !pages ? (
        <ErrorState title="Couldn't load threads" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {pages?.[0]?.threads.length === 0 && empty}
      {pages?.[0] && pages[0].threads.length > 0 && (
        <ul className={css.threads}>
          {pages.map((page, i) => (
            <Page key={page.threads[0]?.id ?? i} threads={page.threads} mixed={mixed} />
          ))}
        </ul>
      )}
      <LoadMore query={query} what="Threads" />
    </>
  );
}

/** One page of threads. The user's votes and read markers are fetched in one request each. */
function Page({ threads, mixed }: { threads: ForumThread[]; mixed?: boolean }) {
  const { user } = useSession();
  const threadIds = threads.map((thread) => thread.id);
  useVoteSummaries(TargetType.FORUM_THREAD, threadIds);
  const { data } = useQuery(
    ForumService.method.batchGetReadMarkers,
    { threadIds },
    { enabled: user !== undefined && threadIds.length > 0 },
  );
  const readAt = new Map(data?.markers.map((marker) => [marker.threadId, marker.readAt]));
  return threads.map((thread) => (
    <ThreadRow
      key={thread.id}
      thread={thread}
      mixed={mixed}
      unread={user !== undefined && data !== undefined && isUnread(thread, readAt.get(thread.id), user.id)}
    />
  ));
}

function ThreadRow({ thread, unread, mixed }: { thread: ForumThread; unread: boolean; mixed?: boolean }) {
  const last = thread.lastReplyAuthor;
  const loginText = useLoginText();
  return (
    <li className={css.thread} data-unread={unread || undefined}>
      <Avatar person={thread.author ?? {}} />
      <div className={css.threadMain}>
        <Group gap={6} wrap="nowrap" align="start">
          {unread && (
            <span className={css.unread}>
              <span className="sr">Unread: </span>
            </span>
          )}
          <Link to="/forum/thread/$threadId" params={{ threadId: nameOf(thread) }} className={css.title}>
            {thread.title}
          </Link>
        </Group>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {thread.isHidden
            ? `${thread.isAwaiting ? "Waits for" : "Hidden by"} a moderator. Only you, moderators and admins can see it.`
            : thread.excerpt}
        </Text>
        <Group gap="0 8px" className={`${css.facts} xs faint`}>
          <Marks thread={thread} />
          {mixed && (
            <Link to="/forum/$channelId" params={{ channelId: thread.channelId }} className={css.chip}>
              {thread.channelName}
            </Link>
          )}
          <AuthorName author={thread.author} userId={thread.userId} via={thread.via} />
          <RelativeTime at={thread.createdAt} form="forum" />
        </Group>
      </div>
      {last && (
        <div className={`${css.last} xs faint`}>
          <Avatar person={last} size="sm" />
          <div>
            <span className="sr">Last reply </span>
            <RelativeTime at={thread.lastActivityAt} form="forum" />
            <span className="sr"> by </span>
            <AuthorName author={last} userId={last.id} via={thread.lastReplyVia} />
          </div>
        </div>
      )}
      <div className={css.counts}>
        <span className={css.replies}>
          <b className="num">{count(thread.replyCount)}</b> {thread.replyCount === 1 ? "reply" : "replies"}
        </span>
        <VoteControl
          thing={thread}
          type={TargetType.FORUM_THREAD}
          variant="compact"
          loginText={loginText("vote on threads")}
        />
      </div>
    </li>
  );
}

/** Whether a thread is pinned or locked. */
export function Marks({ thread }: { thread: ForumThread }) {
  return (
    <>
      {thread.isPinned && (
        <span className={css.mark}>
          <IconPin size={14} />
          Pinned
        </span>
      )}
      {thread.isLocked && (
        <span className={css.mark}>
          <IconLock size={14} />
          Locked
        </span>
      )}
    </>
  );
}

function ThreadsSkeleton() {
  return (
    <Loading className={css.threads}>
      {[1, 2, 3, 4, 5].map((n) => (
        <div key={n} className={css.thread} aria-hidden="true">
          <Skeleton height={32} circle />
          <div className={css.threadMain}>
            <Skeleton width="48%" height={14} my={3} />
            <Skeleton width="92%" height={12} my={4} />
            <Skeleton width={180} height={10} mt={7} mb={3} />
          </div>
          <div className={css.counts}>
            <Skeleton width={64} height={12} my={4} />
            <Skeleton width={94} height={24} />
          </div>
        </div>
      ))}
    </Loading>
  );
}
