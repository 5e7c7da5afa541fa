import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Box, Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { TextLink } from "../../components/ButtonLink";
import { HiddenLine } from "../../components/HiddenNotice";
import { LoadMore } from "../../components/LoadMore";
import { AuthorLink } from "../../components/project/AuthorLink";
import { type Arranged, arrange } from "../../components/reply/arrange";
import { focusPosted } from "../../components/reply/focusPosted";
import css from "../../components/reply/Reply.module.css";
import { ReplyForm } from "../../components/reply/ReplyForm";
import { ReplyItem } from "../../components/reply/ReplyItem";
import { useWhenCurrent } from "../../components/reply/useWhenCurrent";
import { ErrorState, Loading } from "../../components/States";
import { UserText } from "../../components/UserText";
import { useLoginRequired } from "../../components/useLoginRequired";
import { LikeButton } from "../../components/vote/LikeButton";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import type { BlogComment, BlogPost } from "../../gen/uvboard/v1/blog_pb";
import {
  BlogService,
  CreateBlogCommentRequestSchema,
  UpdateBlogCommentRequestSchema,
} from "../../gen/uvboard/v1/blog_service_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { savedKey } from "../../lib/form/saved";
import { paths } from "../../lib/page/paths";
import { paging } from "../../lib/server/query";
import { saveReturnTo } from "../../lib/session/returnTo";
import { useSession, useSessionCheck } from "../../lib/session/session";
import { cut } from "../../lib/text/cut";
import { count, handle } from "../../lib/text/text";
import { toast } from "../../lib/ui/toast";
import { CommentMenu } from "./CommentMenu";
import { useCommentsChanged } from "./useCommentsChanged";

const pageSize = 50;

/** The comments of a story, oldest first, and the form for a new one. */
export function Comments({ post }: { post: BlogPost }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { status, user } = useSession();
  const query = useInfiniteQuery(
    BlogService.method.listBlogComments,
    { postId: post.id, pageSize, pageToken: "" },
    paging,
  );
  const comments = query.data?.pages.flatMap((page) => page.comments);
  // The likes of at most 100 comments are asked for at once.
  useVoteSummaries(TargetType.BLOG_COMMENT, comments?.slice(-100).map(({ id }) => id) ?? []);
  const [answered, setAnswered] = useState<string>();
  // The button that had the focus was disabled, or is removed with its comment.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const goTo = useWhenCurrent<string>(BlogService.method.listBlogComments, query, (id) => {
    const element = elementOf(id);
    if (!element && query.hasNextPage) {
      void query.fetchNextPage();
      return false;
    }
    element?.scrollIntoView({ block: "start" });
    element?.focus({ preventScroll: true });
    return true;
  });
  const stayAt = useWhenCurrent<BlogComment>(BlogService.method.listBlogComments, query, ({ id, parentId }) => {
    const shown = focusPosted(elementOf(id), parentId ? elementOf(parentId) : heading.current);
    if (!shown) toast("Success", "Comment posted successfully!", { label: "Show", run: () => goTo(id) });
    return true;
  });
  const onPosted = (comment: BlogComment) => {
    if (comment.parentId) setAnswered(undefined);
    stayAt(comment);
  };
  return (
    <section id="comments" aria-labelledby="comments-title">
      <div className="head">
        <Title order={2} id="comments-title" ref={heading} tabIndex={-1}>
          Comments ({count(post.commentsCount)})
        </Title>
      </div>
      {user && (
        <Box mb="md">
          <NewComment userId={user.id} postId={post.id} onPosted={onPosted} />
        </Box>
      )}
      {status === "guest" && (
        <Text c="dimmed" mb="md">
          Please{" "}
          <TextLink to={paths.login} onClick={() => saveReturnTo()}>
            log in
          </TextLink>{" "}
          to leave a comment
        </Text>
      )}
      {query.isPending && <CommentsSkeleton />}
      {query.error && !comments ? (
        <ErrorState title="Couldn't load comments" error={query.error} onRetry={query.refetch} />
      ) : null}
      {comments?.length === 0 && (
        <Text c="dimmed" py="md">
          No comments yet. Be the first to share your thoughts!
        </Text>
      )}
      <ol>
        {arrange(comments ?? []).map((reply) => (
          <Comment
            key={reply.post.id}
            reply={reply}
            post={post}
            answered={answered}
            onAnswer={setAnswered}
            onPosted={onPosted}
            onDeleted={focusHeading}
          />
        ))}
      </ol>
      <LoadMore query={query} what="Comments" mt="lg" />
    </section>
  );
}

const elementOf = (commentId: string) => document.getElementById(`comment-${commentId}`);

const commentField = { fieldLabel: "Comment", placeholder: "Write a comment...", hint: "Markdown works.", rows: 3 };

function NewComment({
  userId,
  postId,
  parent,
  onPosted,
  onCancel,
}: {
  userId: string;
  postId: string;
  /** The comment that it answers. */
  parent?: BlogComment;
  onPosted: (comment: BlogComment) => void;
  onCancel?: () => void;
}) {
  const create = useMutation(BlogService.method.createBlogComment);
  const changed = useCommentsChanged();
  return (
    <ReplyForm
      {...commentField}
      label={parent ? `Reply to ${handle(parent.author)}` : "New comment"}
      keptAs={savedKey("text", userId, `comment:${parent?.id ?? postId}`)}
      schema={CreateBlogCommentRequestSchema}
      toMessage={(content) => ({ postId, parentId: parent?.id, content })}
      send={create.mutateAsync}
      onSent={async ({ comment }) => {
        await changed();
        if (comment) onPosted(comment);
      }}
      action={parent ? "Post Reply" : "Post Comment"}
      fallback="Failed to post comment. Please try again."
      autoFocus={parent !== undefined}
      onCancel={onCancel}
    />
  );
}

function Comment({
  reply,
  nested,
  ...props
}: {
  reply: Arranged<BlogComment>;
  nested?: boolean;
  post: BlogPost;
  /** The id of the comment that the user answers. */
  answered: string | undefined;
  onAnswer: (id: string | undefined) => void;
  onPosted: (comment: BlogComment) => void;
  onDeleted: () => void;
}) {
  const { post, answered, onAnswer, onPosted, onDeleted } = props;
  const { post: comment, quoted, orphan, answers } = reply;
  const { user } = useSession();
  const [editing, setEditing] = useState(false);
  const check = useSessionCheck();
  const login = useLoginRequired();
  const close = () => onAnswer(undefined);
  const quote: ReactNode = quoted ? (
    <>
      <b>{handle(quoted.author)}</b> {cut(quoted.content, 140)}
    </>
  ) : (
    orphan && "Answers an earlier comment"
  );
  return (
    <ReplyItem
      id={`comment-${comment.id}`}
      person={comment.author ?? {}}
      name={comment.author ? <AuthorLink author={comment.author} via={comment.via} /> : "Anonymous"}
      createdAt={comment.createdAt}
      timeForm="comment"
      editedAt={comment.editedAt}
      menu={<CommentMenu comment={comment} post={post} onEdit={() => setEditing(true)} onDeleted={onDeleted} />}
      nested={nested}
      quote={quote}
      onQuote={() => elementOf(quoted?.id ?? comment.parentId ?? "")?.focus()}
      form={
        user &&
        answered === comment.id && (
          <NewComment userId={user.id} postId={post.id} parent={comment} onPosted={onPosted} onCancel={close} />
        )
      }
      answers={answers.map((answer) => <Comment key={answer.post.id} {...props} reply={answer} nested />)}
    >
      {comment.isHidden && (
        <HiddenLine
          what="comment"
          type={ReportTargetType.BLOG_COMMENT}
          id={comment.id}
          own={user?.id === comment.userId}
          by="The author of the story or a moderator"
          also="the story's author"
          awaiting={comment.isAwaiting}
        />
      )}
      {editing && user ? (
        <EditComment userId={user.id} comment={comment} onDone={() => setEditing(false)} />
      ) : (
        <>
          {/* Quieter than the text of the story. */}
          <div>
            <UserText html={comment.contentHtml} />
          </div>
          {!comment.isHidden && (
            <Group gap={4} mt={12} className={css.actions}>
              <LikeButton post={comment} type={TargetType.BLOG_COMMENT} what="comment" />
              {!user?.suspension && (
                <Button
                  variant="subtle"
                  size="sm"
                  onClick={() =>
                    void check(
                      () => onAnswer(comment.id),
                      () => login.ask("post a comment"),
                    )
                  }
                >
                  <IconArrowBackUp size={16} />
                  Reply
                </Button>
              )}
            </Group>
          )}
        </>
      )}
      {login.dialog}
    </ReplyItem>
  );
}

function EditComment({ userId, comment, onDone }: { userId: string; comment: BlogComment; onDone: () => void }) {
  const update = useMutation(BlogService.method.updateBlogComment);
  const changed = useCommentsChanged();
  return (
    <ReplyForm
      {...commentField}
      label="Edit comment"
      initial={comment.content}
      keptAs={savedKey("text", userId, `edit:${comment.id}`)}
      schema={UpdateBlogCommentRequestSchema}
      toMessage={(content) => ({ postId: comment.postId, commentId: comment.id, content })}
      send={update.mutateAsync}
      onSent={async () => {
        await changed();
        onDone();
      }}
      action="Save"
      fallback="Failed to save the comment"
      autoFocus
      onCancel={onDone}
    />
  );
}

function CommentsSkeleton() {
  return (
    <Loading>
      <div aria-hidden="true">
        {[1, 2].map((n) => (
          <div key={n} className={`${css.post} ${css.row}`}>
            <Skeleton circle height={32} />
            <div>
              <Skeleton width={160} height={12} my={4} />
              <Skeleton width="72%" height={12} my={8} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
