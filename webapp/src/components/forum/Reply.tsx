import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { Badge, Button, Group, Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ForumPost, ForumThread } from "../../gen/uvboard/v1/forum_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { useSession, useSessionCheck } from "../../lib/session/session";
import { compareTimes } from "../../lib/text/time";
import { HiddenLine } from "../HiddenNotice";
import { useMutes } from "../mute/useMutes";
import type { Arranged } from "../reply/arrange";
import css from "../reply/Reply.module.css";
import type { Replying } from "../reply/ReplyForm";
import { ReplyItem } from "../reply/ReplyItem";
import { UserText } from "../UserText";
import { useLoginText } from "../useLoginRequired";
import { VoteControl } from "../vote/VoteControl";
import { AuthorName } from "./AuthorName";
import { useAskToLogin } from "./askToLogin";
import { type Folds, foldAgents } from "./foldAgents";
import { EditReply, ReplyForm } from "./ReplyForms";
import { ReplyMenu } from "./ReplyMenu";
import { ReviewParts } from "./ReviewParts";
import { authorName, excerpt } from "./text";

type Props = {
  reply: Arranged<ForumPost>;
  thread: Pick<ForumThread, "id" | "isLocked" | "isHidden"> & { url?: string };
  /** The user whose replies are marked as the maker's. */
  maker: string | undefined;
  /** Replies written after this time are marked as new. */
  since: Timestamp | undefined;
  /** Which answers are folded. */
  folds?: Folds;
  /** The reply that the user went to. */
  marked: string | undefined;
  replying: Replying;
  onAnswer: (postId?: string, quote?: string) => void;
  onPosted: (post: ForumPost) => void;
  onCancel: (postId: string) => void;
  onGoTo: (postId: string) => void;
  /** More buttons beside Reply. */
  actions?: (post: ForumPost) => ReactNode;
  /** More items of its menu. */
  items?: (post: ForumPost) => ReactNode;
};

/** A reply, with its answers below it. */
export function Reply({ nested, ...props }: Props & { nested?: boolean }) {
  const { reply, thread, maker, replying, marked, onPosted, onCancel, onGoTo } = props;
  const { post, quoted, orphan, answers } = reply;
  const { user } = useSession();
  const mutes = useMutes();
  const [editing, setEditing] = useState(false);
  const answering = replying.postId === post.id && user && !user.suspension && !thread.isLocked && !post.isHidden;
  return (
    <ReplyItem
      id={`post-${post.id}`}
      person={post.author ?? {}}
      name={<AuthorName author={post.author} userId={post.userId} via={post.via} />}
      createdAt={post.createdAt}
      timeForm="forum"
      editedAt={post.editedAt}
      badge={<Badges post={post} maker={maker} />}
      menu={<ReplyMenu post={post} thread={thread} onEdit={() => setEditing(true)} items={props.items?.(post)} />}
      isDeleted={post.isDeleted}
      isNew={isNewTo(props, user?.id)}
      isMuted={mutes.isMuted(post.userId)}
      isMarked={marked === post.id}
      nested={nested}
      quote={!post.isDeleted && (quoted ? <Quoted post={quoted} /> : orphan && "Answers an earlier reply")}
      onQuote={() => onGoTo(quoted?.id ?? post.parentId ?? "")}
      form={
        answering && (
          <ReplyForm
            userId={user.id}
            threadId={thread.id}
            parentId={post.id}
            label={`Reply to ${authorName(post.author, post.userId)}`}
            request={replying}
            onPosted={onPosted}
            onCancel={() => onCancel(post.id)}
          />
        )
      }
      answers={foldAgents(answers, props.folds, (answer) => (
        <Reply key={answer.post.id} {...props} reply={answer} nested />
      ))}
    >
      {editing && user ? (
        <EditReply userId={user.id} post={post} onDone={() => setEditing(false)} />
      ) : (
        !post.isDeleted && <Content {...props} />
      )}
    </ReplyItem>
  );
}

function Badges({ post: { userId, review }, maker }: { post: ForumPost; maker: string | undefined }) {
  return (
    <>
      {userId === maker && <Badge h={18}>Maker</Badge>}
      {review && <Badge h={18}>Review</Badge>}
      {review?.isUseful && <Badge h={18}>Useful</Badge>}
    </>
  );
}

/** Whether somebody else has written a reply since the user's last visit. */
function isNewTo({ reply: { post }, since }: Props, userId: string | undefined): boolean {
  return Boolean(
    !post.isDeleted && since && post.createdAt && post.userId !== userId && compareTimes(post.createdAt, since) > 0,
  );
}

const Quoted = ({ post }: { post: ForumPost }) => (
  <>
    <b>{post.isDeleted ? "[deleted]" : authorName(post.author, post.userId)}</b>{" "}
    {!post.isDeleted && excerpt(post.content)}
  </>
);

function Content({ reply: { post }, thread, onAnswer, actions }: Props) {
  const loginText = useLoginText();
  const { user } = useSession();
  const check = useSessionCheck();
  const askToLogin = useAskToLogin();
  return (
    <>
      {post.isHidden && post.content !== "" && (
        <HiddenLine
          what="reply"
          type={ReportTargetType.FORUM_POST}
          id={post.id}
          own={user?.id === post.userId}
          awaiting={post.isAwaiting}
        />
      )}
      {post.isHidden && post.content === "" && (
        <Text size="sm" c="var(--uv-text-3)">
          Hidden by a moderator.
        </Text>
      )}
      <div data-quotable={post.id} className={css.content}>
        {post.review ? <ReviewParts review={post.review} /> : <UserText html={post.contentHtml} />}
      </div>
      {/* The server refuses all of it for a hidden reply. */}
      {!post.isHidden && (
        <Group gap={4} className={`${css.actions} ${css.quiet}`}>
          <VoteControl
            thing={{ ...post, title: `the reply by ${authorName(post.author, post.userId)}` }}
            type={TargetType.FORUM_POST}
            variant="compact"
            loginText={loginText("vote on replies")}
          />
          {!thread.isLocked && !thread.isHidden && !user?.suspension && (
            <Button
              variant="subtle"
              size="sm"
              onClick={() =>
                void check(
                  () => onAnswer(post.id),
                  () => askToLogin("post a reply"),
                )
              }
            >
              <IconArrowBackUp size={16} />
              Reply
            </Button>
          )}
          {actions?.(post)}
        </Group>
      )}
    </>
  );
}
