import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { Box, Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconBan, IconLock } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Avatar } from "../../components/Avatar";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { AuthorName } from "../../components/forum/AuthorName";
import { foldAgents } from "../../components/forum/foldAgents";
import { QuoteSelection } from "../../components/forum/QuoteSelection";
import { Reply } from "../../components/forum/Reply";
import { ReplyForm } from "../../components/forum/ReplyForms";
import { HiddenNotice } from "../../components/HiddenNotice";
import { LoadMore } from "../../components/LoadMore";
import { LoginLinks } from "../../components/LoginLinks";
import { useLive } from "../../components/live/useLive";
import { PeopleContext } from "../../components/MentionTextarea";
import { RelativeTime } from "../../components/RelativeTime";
import { arrange } from "../../components/reply/arrange";
import { focusPosted } from "../../components/reply/focusPosted";
import replyCss from "../../components/reply/Reply.module.css";
import type { Replying } from "../../components/reply/ReplyForm";
import { useWhenCurrent } from "../../components/reply/useWhenCurrent";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { SaveButton } from "../../components/saved/SaveButton";
import { UserText } from "../../components/UserText";
import { useLoginText } from "../../components/useLoginRequired";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import { VoteControl } from "../../components/vote/VoteControl";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import type { ForumPost, ForumThread } from "../../gen/uvboard/v1/forum_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { SavedType } from "../../gen/uvboard/v1/saved_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { idIn, nameOf, paths } from "../../lib/page/paths";
import { useOwnAddress } from "../../lib/page/useOwnAddress";
import { useTitle } from "../../lib/page/useTitle";
import { readFailure } from "../../lib/server/failure";
import { stale } from "../../lib/server/stale";
import { useSession } from "../../lib/session/session";
import { compareTimes } from "../../lib/text/time";
import { toast } from "../../lib/ui/toast";
import css from "./Forum.module.css";
import { NewReplies } from "./NewReplies";
import { type From, repliesBefore, usePosts } from "./queries";
import { ThreadBar } from "./ThreadBar";
import { Marks } from "./ThreadList";
import { ThreadMenu } from "./ThreadMenu";
import { firstUnread, newest } from "./unread";
import { WatchButton } from "./WatchButton";

const route = getRouteApi("/forum/thread/$threadId");

const markWaitMs = 5_000;

export function ThreadPage() {
  const threadId = idIn(route.useParams().threadId);
  const query = useQuery(ForumService.method.getThread, { id: threadId });
  const thread = query.data?.thread;
  useLive(`forum_thread:${thread?.id ?? threadId}`);
  useOwnAddress(ForumService.method.getThread, thread, query.data);
  useTitle(thread?.title);
  if (query.error && readFailure(query.error).notFound) return <ThreadNotFound />; // also one that was there before
  if (thread) return <Thread key={thread.id} thread={thread} participants={query.data?.participants ?? []} />;
  if (query.isPending) return <ThreadSkeleton />;
  return <ErrorState title="Couldn't load the thread" error={query.error} onRetry={() => void query.refetch()} />;
}

function Thread({ thread, participants }: { thread: ForumThread; participants: Author[] }) {
  const loginText = useLoginText();
  const { status, user } = useSession();
  const project = useProject(thread.projectId);
  const { query, posts, marked, goTo, stayAt, loadEarlier } = useReading(thread);
  const since = useReadMarker(thread, query.isPlaceholderData ? undefined : posts);
  const unread = user && since && firstUnread(posts ?? [], since, user.id);
  const mayJump =
    since && thread.lastActivityAt && compareTimes(thread.lastActivityAt, since) > 0 && (unread || query.hasNextPage);
  // Which reply is being answered; undefined is the box below all replies.
  const [replying, setReplying] = useState<Replying>({ count: 0 });
  const answer = (postId?: string, quote?: string) => setReplying(({ count }) => ({ postId, quote, count: count + 1 }));
  const open = user !== undefined && !user.suspension && !thread.isLocked && !thread.isHidden;
  // No request: the box below all replies, which takes over, must not get the focus.
  const close = () => setReplying({ count: 0 });
  const cancel = (answered: string) => {
    close();
    elementOf(answered)?.focus({ preventScroll: true });
  };
  const onPosted = (post: ForumPost) => {
    close();
    stayAt(post);
  };

  const folds = user?.hidesAgents ? ({ via, userId }: ForumPost) => via !== undefined && userId !== user.id : undefined;
  const people = [thread, ...(posts ?? [])].flatMap(({ author }) => (author && author.id !== user?.id ? [author] : []));

  return (
    <PeopleContext value={people}>
      <article>
        <ButtonLink
          to="/forum/$channelId"
          params={{ channelId: thread.channelId }}
          variant="subtle"
          size="sm"
          ml={-12}
          mt={{ sm: -4 }}
        >
          <IconArrowLeft size={16} />
          Back
        </ButtonLink>
        <div className={css.threadHead}>
          <Title order={2} className={css.threadTitle}>
            {thread.title}
          </Title>
          <Group gap={8} className={`${css.threadBy} ${replyCss.by}`}>
            <Avatar person={thread.author ?? {}} size="sm" />
            <AuthorName author={thread.author} userId={thread.userId} via={thread.via} />
            <RelativeTime at={thread.createdAt} form="forum" className="faint" />
            {thread.editedAt && <span className="faint">(edited)</span>}
            <Group gap="sm" ml="auto" className="faint">
              <Marks thread={thread} />
            </Group>
          </Group>
          <Group gap="sm" wrap="nowrap" className={css.threadActions}>
            {user && <WatchButton threadId={thread.id} />}
            {user?.id !== thread.userId && (
              <SaveButton type={SavedType.FORUM_THREAD} id={thread.id} name="this thread" />
            )}
            <ThreadMenu thread={thread} />
          </Group>
        </div>
        {project && (
          <Text size="sm" mb="md" style={{ overflowWrap: "anywhere" }}>
            About{" "}
            <TextLink to="/projects/$id" params={{ id: nameOf(project) }}>
              {project.title}
            </TextLink>
          </Text>
        )}
        {thread.isHidden && (
          <HiddenNotice
            what="thread"
            type={ReportTargetType.FORUM_THREAD}
            id={thread.id}
            own={user?.id === thread.userId}
            awaiting={thread.isAwaiting}
          />
        )}
        <div data-quotable="" className={replyCss.content}>
          <UserText html={thread.contentHtml} />
        </div>
        {!thread.isHidden && (
          <Group gap={4} mt={12} className={replyCss.actions}>
            <VoteControl
              thing={thread}
              type={TargetType.FORUM_THREAD}
              variant="compact"
              ask
              loginText={loginText("vote on threads")}
            />
          </Group>
        )}

        <ThreadBar
          thread={thread}
          participants={participants}
          unread={mayJump ? (unread ? { postId: unread.id } : { after: since }) : undefined}
          onGoTo={goTo}
        />
        {query.isPending && <RepliesSkeleton />}
        {query.error && !posts ? (
          <ErrorState title="Couldn't load replies" error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {query.hasPreviousPage && (
          <Button mb="md" loading={query.isFetchingPreviousPage} onClick={loadEarlier}>
            Load Earlier Replies
          </Button>
        )}
        {posts?.length === 0 && <EmptyState title="No replies yet" text="Be the first to comment!" />}
        {query.data?.pages.map((page) => (
          <Votes
            key={page.posts[0]?.id ?? ""}
            ids={page.posts.filter((post) => !post.isDeleted).map((post) => post.id)}
          />
        ))}
        {posts && posts.length > 0 && (
          <ol>
            {foldAgents(arrange(posts), folds, (reply) => (
              <Reply
                key={reply.post.id}
                reply={reply}
                thread={thread}
                maker={project?.userId}
                since={since}
                marked={marked}
                folds={folds}
                replying={replying}
                onAnswer={answer}
                onPosted={onPosted}
                onCancel={cancel}
                onGoTo={(postId) => goTo({ postId })}
              />
            ))}
          </ol>
        )}
        <NewReplies posts={posts ?? []} onGoTo={(postId) => goTo({ postId })} />
        <LoadMore query={query} what="Replies" mt="md" mb="md" />
        {thread.isLocked && (
          <Closed>
            <IconLock size={16} />
            This thread is locked. It doesn't take new replies.
          </Closed>
        )}
        {user?.suspension && !thread.isLocked && (
          <Closed>
            <IconBan size={16} />
            You can't reply while your account is suspended.
          </Closed>
        )}
        {open && (
          <Box className={css.add}>
            <ReplyForm
              userId={user.id}
              threadId={thread.id}
              label="Add Reply"
              request={replying.postId === undefined ? replying : undefined}
              onPosted={onPosted}
            />
          </Box>
        )}
        {status === "guest" && !thread.isLocked && (
          <Group className={css.add} justify="space-between">
            <Title order={3}>Login to Reply</Title>
            <Group gap="sm">
              <LoginLinks size="md" filled="sign up" />
            </Group>
          </Group>
        )}
        {open && <QuoteSelection onQuote={answer} />}
      </article>
    </PeopleContext>
  );
}

const elementOf = (postId: string) => document.getElementById(`post-${postId}`);

/**
 * The replies of a thread, from the place that the URL or the user asks for, the function that goes to a place, and the one
 * that leaves the user in the same place after a reply.
 */
function useReading(thread: ForumThread) {
  const { post } = route.useSearch();
  const hash = useLocation({ select: (location) => location.hash });
  const linked = post ?? /^post-(.+)/.exec(hash)?.[1];
  const [from, setFrom] = useState<From>({ postId: linked });
  const [marked, setMarked] = useState<string>();
  const query = usePosts(thread.id, from);
  const posts = query.data?.pages.flatMap((page) => page.posts);

  /** The reply at a place, if it is loaded. */
  const find = ({ postId, after, position }: From) => {
    if (postId) return posts?.find(({ id }) => id === postId);
    if (after) return posts?.find(({ createdAt }) => createdAt && compareTimes(createdAt, after) > 0);
    if (!query.hasPreviousPage) {
      return posts?.filter(({ isDeleted, isHidden }) => !isDeleted && !isHidden)[(position ?? 1) - 1];
    }
    if (!position || from.position !== position) return undefined;
    const first = query.data?.pageParams.indexOf("") ?? 0;
    return query.data?.pages[first]?.posts[repliesBefore];
  };

  const goTo = useWhenCurrent<From>(ForumService.method.listPosts, query, (target) => {
    const found = find(target);
    if (found) {
      setMarked(found.id);
      const element = elementOf(found.id);
      const fold = element?.closest("details");
      if (fold) fold.open = true;
      element?.scrollIntoView({ block: "start" });
      element?.focus({ preventScroll: true });
      return true;
    }
    if (from.postId === target.postId && from.after === target.after && from.position === target.position) return true;
    setFrom(target);
    return false;
  });
  const goToLinked = useEffectEvent(() => {
    if (linked) goTo({ postId: linked });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each link is followed once
  useEffect(() => goToLinked(), [linked]);

  // After a reply has been posted.
  const stayAt = useWhenCurrent<ForumPost>(ForumService.method.listPosts, query, ({ id, parentId }) => {
    const reply = elementOf(id);
    // A reply to the thread is directly above the box in which it was written.
    if (!parentId) reply?.scrollIntoView({ block: "nearest" });
    const shown = focusPosted(reply, parentId ? elementOf(parentId) : null);
    if (shown) setMarked(id);
    const show = { label: "Show", run: () => goTo({ postId: id }) };
    toast("Success", "Reply posted successfully!", shown ? undefined : show);
    return true;
  });

  // The reply above which earlier ones are inserted stays in its place on the screen.
  const kept = useRef<{ id: string; top: number }>(undefined);
  const firstId = posts?.[0]?.id ?? "";
  const loadEarlier = () => {
    const element = elementOf(firstId);
    if (element) kept.current = { id: firstId, top: element.getBoundingClientRect().top };
    void query.fetchPreviousPage();
  };
  useLayoutEffect(() => {
    const before = kept.current;
    if (!before || before.id === firstId) return;
    kept.current = undefined;
    window.scrollBy(0, (elementOf(before.id)?.getBoundingClientRect().top ?? before.top) - before.top);
  }, [firstId]);

  return { query, posts, marked, goTo, stayAt, loadEarlier };
}

/**
 * How far the user had read the thread when the page opened; undefined for guests and on the first visit. What the page
 * shows is marked as read.
 */
function useReadMarker(thread: ForumThread, posts: ReturnType<typeof useReading>["posts"]) {
  const { user } = useSession();
  const client = useQueryClient();
  const { data, isFetching } = useQuery(
    ForumService.method.batchGetReadMarkers,
    { threadIds: [thread.id] },
    // The marker of this visit stays as it was.
    { enabled: user !== undefined, staleTime: stale.never },
  );
  const { mutate } = useMutation(ForumService.method.markThreadRead, {
    // Lists, and the next visit, fetch their markers again.
    onSuccess: () =>
      client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema: ForumService.method.batchGetReadMarkers, cardinality: undefined }),
        refetchType: "none",
      }),
  });
  const sent = useRef<bigint>(undefined);
  const readAt = posts && newest(thread, posts);
  const mark = useEffectEvent(() => {
    if (!readAt || user?.suspension) return; // a suspended user writes nothing
    const time = readAt.seconds * 1_000_000_000n + BigInt(readAt.nanos);
    if (sent.current !== undefined && sent.current >= time) return;
    sent.current = time;
    mutate({ threadId: thread.id, readAt });
  });
  const ready = data !== undefined && !isFetching;
  // Delayed, so that the readers of a busy thread do not all send a request for each new reply.
  const wait = sent.current === undefined || posts?.at(-1)?.userId === user?.id ? 0 : markWaitMs * (1 + Math.random());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later time is marked again
  useEffect(() => {
    if (!ready) return;
    const timer = window.setTimeout(mark, wait);
    return () => window.clearTimeout(timer);
  }, [ready, readAt?.seconds, readAt?.nanos]);
  useEffect(() => () => mark(), []);
  return ready ? data.markers[0]?.readAt : undefined;
}

/** The project that the channel is about; undefined if it is about none, or one that the user may not see. */
function useProject(id: string | undefined) {
  return useQuery(ProjectService.method.getProject, { id }, { enabled: Boolean(id) }).data?.project;
}

/** Fetches the user's votes on one page of replies. */
function Votes({ ids }: { ids: string[] }) {
  useVoteSummaries(TargetType.FORUM_POST, ids);
  return null;
}

/** Says in the place of the form why there is none. */
function Closed({ children }: { children: ReactNode }) {
  return (
    <Group className={css.add} gap={8} c="var(--uv-text-2)" fz={14} role="note">
      {children}
    </Group>
  );
}

function ThreadNotFound() {
  useTitle("Thread Not Found");
  return (
    <EmptyState
      level={2}
      title="Thread Not Found"
      text="The thread you're looking for doesn't exist or has been removed."
      action={<ButtonLink to={paths.discuss}>Back to Discuss</ButtonLink>}
    />
  );
}

function ThreadSkeleton() {
  return (
    <Loading>
      <Stack gap="sm" aria-hidden="true">
        <Skeleton width={64} height={16} my={8} />
        <Skeleton width="72%" height={24} my={4} />
        <Skeleton width={180} height={14} my={5} />
        <Skeleton height={14} mt="md" />
        <Skeleton height={14} />
        <Skeleton width="56%" height={14} />
      </Stack>
    </Loading>
  );
}

function RepliesSkeleton() {
  return (
    <Loading>
      {[1, 2, 3].map((n) => (
        <div key={n} className={`${replyCss.post} ${replyCss.row}`} aria-hidden="true">
          <Skeleton height={32} circle />
          <div>
            <Skeleton width={160} height={12} my={4} />
            <Skeleton height={14} my={5} />
            <Skeleton width="64%" height={14} my={5} />
          </div>
        </div>
      ))}
    </Loading>
  );
}
