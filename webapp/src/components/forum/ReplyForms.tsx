import { useMutation } from "@connectrpc/connect-query";
import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";
import { CreatePostRequestSchema, ForumService, UpdatePostRequestSchema } from "../../gen/uvboard/v1/forum_service_pb";
import { savedKey } from "../../lib/form/saved";
import { ReplyForm as Form, type Replying } from "../reply/ReplyForm";
import { useForumChange } from "./useForumChange";
import { useForumFailure } from "./useForumFailure";

/** The box for a reply to a thread or to a reply. */
export function ReplyForm({
  userId,
  threadId,
  parentId,
  onPosted,
  ...form
}: {
  userId: string;
  threadId: string;
  parentId?: string;
  label: string;
  request: Replying | undefined;
  onPosted: (post: ForumPost) => void;
  onCancel?: () => void;
}) {
  const changed = useForumChange();
  const create = useMutation(ForumService.method.createPost);
  return (
    <Form
      {...form}
      keptAs={savedKey("text", userId, `reply:${parentId ?? threadId}`)}
      schema={CreatePostRequestSchema}
      toMessage={(content) => ({ threadId, parentId, content })}
      send={create.mutateAsync}
      onSent={async ({ post }) => {
        await changed.posts();
        if (post) onPosted(post);
      }}
      placeholder="Write a reply. Markdown works."
      hint="Be respectful, stay on topic."
      rows={parentId ? 3 : 5}
      action="Post Reply"
      report={useForumFailure("post a reply")}
      fallback="Failed to post reply"
    />
  );
}

/** Edits the user's own reply in its place. */
export function EditReply({ userId, post, onDone }: { userId: string; post: ForumPost; onDone: () => void }) {
  const changed = useForumChange();
  const update = useMutation(ForumService.method.updatePost);
  return (
    <Form
      label="Edit Reply"
      initial={post.content}
      keptAs={savedKey("text", userId, `edit:${post.id}`)}
      schema={UpdatePostRequestSchema}
      toMessage={(content) => ({ id: post.id, content })}
      send={update.mutateAsync}
      onSent={async () => {
        await changed.posts();
        onDone();
      }}
      autoFocus
      action="Save Changes"
      report={useForumFailure("edit a reply")}
      fallback="Failed to update reply"
      onCancel={onDone}
    />
  );
}
