import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { createQueryOptions, useInfiniteQuery, useTransport } from "@connectrpc/connect-query";
import { Box, Button, Group, Menu, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconBan, IconSpeakerphone } from "@tabler/icons-react";
import { keepPreviousData, useQueries, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { AskToLogin } from "../../components/forum/askToLogin";
import { QuoteSelection } from "../../components/forum/QuoteSelection";
import { Reply } from "../../components/forum/Reply";
import { LoadMore } from "../../components/LoadMore";
import { PeopleContext } from "../../components/MentionTextarea";
import { type Arranged, arrange } from "../../components/reply/arrange";
import { focusPosted } from "../../components/reply/focusPosted";
import type { Replying } from "../../components/reply/ReplyForm";
import { useWhenCurrent } from "../../components/reply/useWhenCurrent";
import { ErrorState, Loading, SideEmpty } from "../../components/States";
import { useLoginRequired } from "../../components/useLoginRequired";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import { FeedbackSort } from "../../gen/uvboard/v1/feedback_pb";
import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { TargetType, VoteType } from "../../gen/uvboard/v1/vote_pb";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { loadLater } from "../../lib/server/first";
import { paging } from "../../lib/server/query";
import { useSession } from "../../lib/session/session";
import { compareTimes } from "../../lib/text/time";
import { toast } from "../../lib/ui/toast";
import { useKeepFocus } from "../../lib/ui/useKeepFocus";
import { AskForReview } from "./AskForReview";
import css from "./Feedback.module.css";
import { FeedbackActions } from "./FeedbackActions";
import { FeedbackForm } from "./FeedbackForm";
import { useThankingUpdate } from "./useThankingUpdate";

// As in backend/feedback/pages.go.
const pageSize = 50;

// The default, so that the inlined response is that of the first request.
const useful = FeedbackSort.UNSPECIFIED;

const elementOf = (postId: string) => document.getElementById(`post-${postId}`);

/** The box for feedback, and the feedback on a project with its answers. Its owner sees what is unanswered. */
export function FeedbackThread({ project }: { project: Project }) {
  const client = useQueryClient();
  const transport = useTransport();
  useState(() => loadLater(client, transport, FeedbackService));
  const { user } = useSession();
  const login = useLoginRequired();
  const own = user?.id === project.userId;
  const [sort, setSort] = useState(useful);
  const [unansweredOnly, setUnansweredOnly] = useState(false);
  const part = useKeepFocus();
  const { query, posts, marked, setMarked, goTo } = useFeedback(project, sort);
  const since = useArrival(project, posts);
  const replies = posts ? arranged(posts) : [];
  const thanked = useThanked(own ? replies.map(({ post }) => post.id) : []);
  const unanswered = own ? replies.filter((reply) => isUnanswered(reply, project.userId, thanked)) : [];
  const filtered = unansweredOnly && unanswered.length > 0;

  const [replying, setReplying] = useState<Replying>({ count: 0 });
  const answer = (postId?: string, quote?: string) => setReplying(({ count }) => ({ postId, quote, count: count + 1 }));
  const close = () => setReplying({ count: 0 });
  const stayAt = useWhenCurrent<ForumPost>(FeedbackService.method.listProjectFeedback, query, ({ id, parentId }) => {
    const shown = focusPosted(elementOf(id), parentId ? elementOf(parentId) : null);
    if (shown) setMarked(id);
    toast("Feedback posted", undefined, shown ? undefined : { label: "Show", run: () => goTo(id) });
    return true;
  });
  const onPosted = (post: ForumPost) => {
    close();
    stayAt(post);
  };

  const update = useThankingUpdate(project.id);
  const isOthers = ({ userId, isDeleted }: ForumPost) => userId !== project.userId && !isDeleted;
  const thread = { id: project.feedbackThreadId ?? "", isLocked: false, isHidden: !project.isPublic };
  const people = (posts ?? []).flatMap(({ author }) => (author && author.id !== user?.id ? [author] : []));
  return (
    <AskToLogin value={login.ask}>
      <PeopleContext value={people}>
        <Stack gap="lg">
          {own && project.isPublic && <AskForReview project={project} />}
          {user?.suspension ? (
            <Group gap={8} c="var(--uv-text-2)" fz={14} role="note">
              <IconBan size={16} />
              You can't give feedback while your account is suspended.
            </Group>
          ) : (
            project.isPublic && <FeedbackForm key={user?.id} project={project} onPosted={onPosted} />
          )}
        </Stack>
        {replies.length > 1 && (
          <Group justify="space-between" gap="sm" className={css.order}>
            <SegmentedControl
              aria-label="Order of the feedback"
              data={[
                { value: String(useful), label: "Most useful" },
                { value: String(FeedbackSort.NEWEST), label: "Newest" },
              ]}
              value={String(sort)}
              onChange={(value) => setSort(Number(value))}
            />
            {unanswered.length > 0 && (
              <Button size="sm" aria-pressed={filtered} onClick={() => setUnansweredOnly(!filtered)}>
                {unanswered.length} unanswered
              </Button>
            )}
          </Group>
        )}
        <Box ref={part} tabIndex={-1} role="group" aria-label={`Feedback on ${project.title}`} className={css.list}>
          {query.error && !posts && (
            <ErrorState title="Couldn't load the feedback" error={query.error} onRetry={() => void query.refetch()} />
          )}
          {query.isLoading && (
            <Loading>
              <Text c="dimmed" size="sm">
                Loading…
              </Text>
            </Loading>
          )}
          {posts?.length === 0 && <SideEmpty text={nobody(project, own)} />}
          {query.data?.pages.map((page) => (
            <Votes
              key={page.posts[0]?.id ?? ""}
              ids={page.posts.filter((post) => !post.isDeleted).map((post) => post.id)}
            />
          ))}
          <ol>
            {(filtered ? unanswered : replies).map((reply) => (
              <Reply
                key={reply.post.id}
                reply={reply}
                thread={thread}
                maker={project.userId}
                since={since}
                marked={marked}
                replying={replying}
                onAnswer={answer}
                onPosted={onPosted}
                onCancel={(answered) => {
                  close();
                  elementOf(answered)?.focus({ preventScroll: true });
                }}
                onGoTo={goTo}
                {...(own && {
                  actions: (post) => isOthers(post) && <FeedbackActions post={post} />,
                  items: (post) =>
                    isOthers(post) && (
                      <Menu.Item leftSection={<IconSpeakerphone size={16} />} onClick={() => update.begin(post)}>
                        Make an Update
                      </Menu.Item>
                    ),
                })}
              />
            ))}
          </ol>
          <LoadMore query={query} what="Feedback" mt="md" />
        </Box>
        {user && !user.suspension && project.isPublic && <QuoteSelection onQuote={answer} />}
      </PeopleContext>
      {update.dialog}
      {login.dialog}
    </AskToLogin>
  );
}

const nobody = ({ isPublic }: Project, own: boolean) =>
  !isPublic
    ? "No feedback."
    : own
      ? "No feedback yet. Share the link to get some."
      : "No feedback yet. Yours would be the first.";

/** The feedback, and the function that goes to a reply, on this page or in the thread. */
function useFeedback(project: Project, sort: FeedbackSort) {
  const navigate = useNavigate();
  const [marked, setMarked] = useState<string>();
  const threadId = project.feedbackThreadId;
  const query = useInfiniteQuery(
    FeedbackService.method.listProjectFeedback,
    { projectId: project.id, sort, pageSize, pageToken: "" },
    { ...paging, placeholderData: keepPreviousData, enabled: threadId !== undefined },
  );
  const goTo = (postId: string) => {
    const element = elementOf(postId);
    if (!element) {
      if (threadId) void navigate({ to: "/forum/thread/$threadId", params: { threadId }, search: { post: postId } });
      return;
    }
    setMarked(postId);
    element.scrollIntoView({ block: "start" });
    element.focus({ preventScroll: true });
  };
  const posts = threadId === undefined ? [] : query.data?.pages.flatMap((page) => page.posts);
  return { query, posts, marked, setMarked, goTo };
}

/** The time of the newest reply when the page opened: later ones are new. */
function useArrival(project: Project, posts: ForumPost[] | undefined): Timestamp | undefined {
  const [since, setSince] = useState<Timestamp | undefined>(project.feedbackThreadId ? undefined : project.createdAt);
  const newest = (posts ?? []).reduce<Timestamp | undefined>(
    (latest, { createdAt }) => (createdAt && (!latest || compareTimes(createdAt, latest) > 0) ? createdAt : latest),
    undefined,
  );
  if (!since && newest) setSince(newest);
  return since;
}

/** The feedback in the order of the list, each with its answers, oldest first. */
function arranged(posts: ForumPost[]): Arranged<ForumPost>[] {
  const places = new Map(posts.map(({ id }, place) => [id, place]));
  const place = ({ post }: Arranged<ForumPost>) => places.get(post.id) ?? 0;
  const oldestFirst = posts.toSorted((a, b) =>
    a.createdAt && b.createdAt ? compareTimes(a.createdAt, b.createdAt) : 0,
  );
  return arrange(oldestFirst).sort((a, b) => place(a) - place(b));
}

/** Whether the maker has neither replied to feedback of somebody else, nor thanked for it, nor said whether it is useful. */
function isUnanswered({ post, answers }: Arranged<ForumPost>, maker: string, thanked: Set<string>): boolean {
  if (post.userId === maker || post.isDeleted || post.isHidden || thanked.has(post.id)) return false;
  return post.review?.isUseful === undefined && !answers.some((answer) => answer.post.userId === maker);
}

/** The ids of those replies that the user has upvoted, as the cache has it. */
function useThanked(ids: string[]): Set<string> {
  const transport = useTransport();
  const summaries = useQueries({
    queries: ids.map((targetId) => ({
      ...createQueryOptions(
        VoteService.method.getVoteSummary,
        { targetType: TargetType.FORUM_POST, targetId },
        { transport },
      ),
      enabled: false,
    })),
  });
  return new Set(ids.filter((_, i) => summaries[i]?.data?.summary?.userVote?.voteType === VoteType.UPVOTE));
}

/** Fetches the user's votes on one page of feedback. */
function Votes({ ids }: { ids: string[] }) {
  useVoteSummaries(TargetType.FORUM_POST, ids);
  return null;
}
