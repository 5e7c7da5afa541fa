import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { TextLink } from "../../components/ButtonLink";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { HiddenLine } from "../../components/HiddenNotice";
import { LoadMore } from "../../components/LoadMore";
import { MentionTextarea } from "../../components/MentionTextarea";
import { AuthorLink } from "../../components/project/AuthorLink";
import { RelativeTime } from "../../components/RelativeTime";
import { ReportButton } from "../../components/report/ReportButton";
import { ErrorState, Loading } from "../../components/States";
import { UserText } from "../../components/UserText";
import { useLoginRequired } from "../../components/useLoginRequired";
import type { BlogComment, BlogPost } from "../../gen/uvboard/v1/blog_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { failureMessage } from "../../lib/failure";
import { paths } from "../../lib/paths";
import { paging, useInvalidate } from "../../lib/query";
import { saveReturnTo } from "../../lib/returnTo";
import { useSession } from "../../lib/session";
import { count } from "../../lib/text";
import { toast, toastError } from "../../lib/toast";
import css from "./Blog.module.css";
import { mayToggle, moderates } from "./commentRights";

const pageSize = 50;
const maxComment = 5000;

/** After a change: the comments, and the counts on the story, in lists and on profiles. */
function useChanged() {
  const invalidate = useInvalidate();
  return () =>
    invalidate(
      BlogService.method.listBlogComments,
      BlogService.method.getBlogPost,
      BlogService.method.listBlogPosts,
      UserService.method.getUserStats,
      UserService.method.listUserActivity,
    );
}

/** The comments of a story, oldest first, and the form for a new one. */
export function Comments({ post }: { post: BlogPost }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { user, isPending } = useSession();
  const query = useInfiniteQuery(
    BlogService.method.listBlogComments,
    { postId: post.id, pageSize, pageToken: "" },
    paging,
  );
  const comments = query.data?.pages.flatMap((page) => page.comments);
  return (
    <section id="comments" aria-labelledby="comments-title">
      <div className="head">
        <Title order={2} id="comments-title" ref={heading} tabIndex={-1}>
          Comments ({count(post.commentsCount)})
        </Title>
      </div>
      {user && <NewComment postId={post.id} onPosted={() => heading.current?.focus()} />}
      {!user && !isPending && (
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
      <ul>
        {comments?.map((comment) => (
          <Comment
            key={comment.id}
            comment={comment}
            post={post}
            user={user}
            // The focused button is removed with its comment.
            onDeleted={() => heading.current?.focus()}
          />
        ))}
      </ul>
      <LoadMore query={query} what="Comments" mt="lg" />
    </section>
  );
}

/** Ctrl+Enter submits the form. */
function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}

function NewComment({ postId, onPosted }: { postId: string; onPosted: () => void }) {
  const [text, setText] = useState("");
  const create = useMutation(BlogService.method.createBlogComment);
  const changed = useChanged();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || create.isPending) return;
    try {
      await create.mutateAsync({ postId, content: text });
    } catch (error) {
      toastError("Error", failureMessage(error, "Failed to post comment. Please try again."));
      return;
    }
    setText("");
    onPosted(); // the button lost the focus while it was disabled
    toast("Comment posted");
    void changed();
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="New comment">
      <Stack gap="sm" mb="md">
        <MentionTextarea
          aria-label="Comment"
          placeholder="Write a comment..."
          autosize
          minRows={3}
          maxRows={12}
          maxLength={maxComment}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={submitByKey}
        />
        <Button type="submit" variant="filled" w="fit-content" loading={create.isPending}>
          {create.isPending ? "Posting..." : "Post Comment"}
        </Button>
      </Stack>
    </form>
  );
}

function Comment({
  comment,
  post,
  user,
  onDeleted,
}: {
  comment: BlogComment;
  post: BlogPost;
  user: SessionUser | undefined;
  onDeleted: () => void;
}) {
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);
  const hide = useMutation(BlogService.method.hideBlogComment);
  const remove = useMutation(BlogService.method.deleteBlogComment);
  const changed = useChanged();
  const login = useLoginRequired();
  const own = user?.id === comment.userId;
  const key = { postId: comment.postId, commentId: comment.id };

  const toggle = async () => {
    try {
      await hide.mutateAsync({ ...key, isHidden: !comment.isHidden });
      await changed();
    } catch (error) {
      toastError("Error", failureMessage(error, "Failed to hide the comment"));
    }
  };
  const confirm = async () => {
    try {
      await remove.mutateAsync(key);
    } catch (error) {
      toastError("Error", failureMessage(error, "Failed to delete the comment"));
      return;
    }
    setAsking(false);
    onDeleted();
    void changed();
  };

  return (
    <li className={css.comment} id={`comment-${comment.id}`}>
      <Group gap={8} fz="sm" c="dimmed">
        <Text span fw={560} c="bright" inherit>
          {comment.author ? <AuthorLink author={comment.author} /> : "Anonymous"}
        </Text>
        <RelativeTime at={comment.createdAt} form="comment" />
        {comment.editedAt && <span>(edited)</span>}
      </Group>
      {comment.isHidden && (
        <HiddenLine what="comment" own={own} by="The author of the story or a moderator" also="the story's author" />
      )}
      {editing ? (
        <EditComment comment={comment} onDone={() => setEditing(false)} />
      ) : (
        <div className={comment.isHidden ? css.hidden : undefined}>
          <UserText html={comment.contentHtml} />
        </div>
      )}
      {!editing && (
        <Group gap={0} mt={4} ml={-12}>
          {own && (
            <Button size="sm" variant="subtle" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          {mayToggle(user, post, comment) && (
            <Button size="sm" variant="subtle" loading={hide.isPending} onClick={() => void toggle()}>
              {comment.isHidden ? "Show" : "Hide"}
            </Button>
          )}
          {(own || moderates(user, post)) && (
            <Button size="sm" variant="subtle" onClick={() => setAsking(true)}>
              Delete
            </Button>
          )}
          {!own && (
            <ReportButton
              target={{ type: ReportTargetType.BLOG_COMMENT, id: comment.id, what: "comment" }}
              onGuest={() => login.ask("report a comment")}
            />
          )}
        </Group>
      )}
      {login.dialog}
      <ConfirmDialog
        opened={asking}
        title="Delete this comment?"
        text="This action cannot be undone."
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function EditComment({ comment, onDone }: { comment: BlogComment; onDone: () => void }) {
  const [text, setText] = useState(comment.content);
  const update = useMutation(BlogService.method.updateBlogComment);
  const changed = useChanged();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || update.isPending) return;
    try {
      await update.mutateAsync({ postId: comment.postId, commentId: comment.id, content: text });
      await changed();
    } catch (error) {
      toastError("Error", failureMessage(error, "Failed to save the comment"));
      return;
    }
    onDone();
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="Edit comment">
      <Stack gap="sm" mt="sm">
        <MentionTextarea
          aria-label="Comment"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={maxComment}
          autoFocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={submitByKey}
        />
        <Group gap="sm">
          <Button type="submit" size="sm" variant="filled" loading={update.isPending}>
            {update.isPending ? "Saving..." : "Save"}
          </Button>
          <Button size="sm" variant="subtle" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CommentsSkeleton() {
  return (
    <Loading>
      <div aria-hidden="true">
        {[1, 2].map((n) => (
          <div key={n} className={css.comment}>
            <Skeleton width={160} height={12} my={4} />
            <Skeleton width="72%" height={12} my={8} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
