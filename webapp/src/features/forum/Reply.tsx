import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { Badge, Button, Group, Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useState } from "react";
import { Avatar } from "../../components/Avatar";
import { HiddenLine } from "../../components/HiddenNotice";
import { RelativeTime } from "../../components/RelativeTime";
import { UserText } from "../../components/UserText";
import { useLoginText } from "../../components/useLoginRequired";
import { VoteControl } from "../../components/vote/VoteControl";
import type { ForumPost, ForumThread } from "../../gen/uvboard/v1/forum_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { useSession } from "../../lib/session";
import { AuthorName } from "./AuthorName";
import type { Reply as Arranged } from "./arrange";
import { useForum } from "./context";
import { EditReply } from "./EditReply";
import css from "./Forum.module.css";
import { ReplyForm, type Replying } from "./ReplyForm";
import { ReplyMenu } from "./ReplyMenu";
import { authorName, excerpt } from "./text";
import { compareTimes } from "./unread";

type Props = {
  reply: Arranged;
  thread: ForumThread;
  /** The user whose replies are marked as the maker's. */
  maker: string | undefined;
  /** Replies written after this time are marked as new. */
  since: Timestamp | undefined;
  /** The reply that the user went to. */
  marked: string | undefined;
  replying: Replying;
  onAnswer: (postId?: string, quote?: string) => void;
  onPosted: (postId: string) => void;
  onGoTo: (postId: string) => void;
};

/** A reply, with its answers below it. */
export function Reply({ nested, ...props }: Props & { nested?: boolean }) {
  const { reply, thread, replying, onAnswer, onPosted } = props;
  const { post, answers } = reply;
  const { user } = useSession();
  const answering = replying.postId === post.id && user && !user.suspension && !thread.isLocked && !post.isHidden;
  return (
    <li
      className={css.post}
      id={`post-${post.id}`}
      tabIndex={-1}
      data-marked={props.marked === post.id || undefined}
      data-new={isNewTo(props, user?.id) || undefined}
    >
      <div className={css.row}>
        {post.isDeleted ? <span /> : <Avatar person={post.author ?? {}} size={nested ? "sm" : "md"} />}
        <div>{post.isDeleted ? <Deleted post={post} /> : <Content {...props} />}</div>
      </div>
      {answering && (
        <div className={css.answer}>
          <ReplyForm
            userId={user.id}
            threadId={thread.id}
            parentId={post.id}
            label={`Reply to ${authorName(post.author, post.userId)}`}
            request={replying}
            onPosted={onPosted}
            onCancel={() => onAnswer()}
          />
        </div>
      )}
      {answers.length > 0 && (
        <ol className={css.answers}>
          {answers.map((answer) => (
            <Reply key={answer.post.id} {...props} reply={answer} nested />
          ))}
        </ol>
      )}
    </li>
  );
}

/** Whether somebody else has written a reply since the user's last visit. */
function isNewTo({ reply: { post }, since }: Props, userId: string | undefined): boolean {
  return Boolean(since && post.createdAt && post.userId !== userId && compareTimes(post.createdAt, since) > 0);
}

function Deleted({ post }: { post: ForumPost }) {
  return (
    <Group gap={8} className={css.by}>
      <Text inherit c="var(--uv-text-3)">
        [deleted]
      </Text>
      <RelativeTime at={post.createdAt} form="forum" className="faint" />
    </Group>
  );
}

function Content(props: Props) {
  const { thread, maker, onAnswer, onGoTo } = props;
  const { post, quoted, orphan } = props.reply;
  const loginText = useLoginText();
  const { user } = useSession();
  const { askToLogin } = useForum();
  const [editing, setEditing] = useState(false);
  const own = user?.id === post.userId;
  const name = authorName(post.author, post.userId);
  const isNew = isNewTo(props, user?.id);
  return (
    <>
      <Group gap={8} className={css.by} wrap="nowrap">
        {isNew && (
          <span className={css.unread}>
            <span className="sr">New: </span>
          </span>
        )}
        <AuthorName author={post.author} userId={post.userId} />
        {post.userId === maker && <Badge h={18}>Maker</Badge>}
        <RelativeTime at={post.createdAt} form="forum" className="faint" />
        {post.editedAt && <span className="faint">(edited)</span>}
        <ReplyMenu post={post} thread={thread} onEdit={() => setEditing(true)} />
      </Group>
      {(quoted ?? orphan) && (
        <button type="button" className={css.quote} onClick={() => onGoTo(quoted?.id ?? post.parentId ?? "")}>
          {quoted ? (
            <>
              <b>{quoted.isDeleted ? "[deleted]" : authorName(quoted.author, quoted.userId)}</b>{" "}
              {!quoted.isDeleted && excerpt(quoted.content)}
            </>
          ) : (
            "Answers an earlier reply"
          )}
        </button>
      )}
      {post.isHidden && post.content !== "" && <HiddenLine what="reply" own={own} />}
      {post.isHidden && post.content === "" && (
        <Text size="sm" c="var(--uv-text-3)">
          Hidden by a moderator.
        </Text>
      )}
      {editing && user ? (
        <EditReply userId={user.id} post={post} onDone={() => setEditing(false)} />
      ) : (
        <>
          <div data-quotable={post.id} className={css.content}>
            <UserText html={post.contentHtml} />
          </div>
          {/* The server refuses all of it for a hidden reply. */}
          {!post.isHidden && (
            <Group gap={4} mt={12} className={css.actions}>
              <VoteControl
                thing={{ ...post, title: `the reply by ${name}` }}
                type={TargetType.FORUM_POST}
                variant="compact"
                loginText={loginText("vote on replies")}
              />
              {!thread.isLocked && !thread.isHidden && !user?.suspension && (
                <Button
                  variant="subtle"
                  size="sm"
                  onClick={() => (user ? onAnswer(post.id) : askToLogin("post a reply"))}
                >
                  <IconArrowBackUp size={16} />
                  Reply
                </Button>
              )}
            </Group>
          )}
        </>
      )}
    </>
  );
}
