import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import type { BlogPost } from "../../gen/uvboard/v1/blog_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";
import { useDialog } from "../../lib/ui/useDialog";

const loadDialog = () => import("./EditPostDialog").then((file) => file.EditPostDialog);

/** The buttons that edit and delete a story. Only its author edits it. */
export function PostActions({
  post,
  icons,
  edits = true,
  onDeleted,
}: {
  post: BlogPost;
  icons?: boolean;
  edits?: boolean;
  onDeleted: () => void;
}) {
  const edit = useDialog();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(BlogService.method.deleteBlogPost);
  const invalidate = useInvalidate();
  const EditPostDialog = useLazyComponent(loadDialog, edit.opened, edit.close);
  const confirm = async () => {
    try {
      await remove.mutateAsync({ id: post.id });
    } catch (error) {
      toastError("Error", failureMessage(error, "Failed to delete blog post"));
      return;
    }
    setAsking(false);
    onDeleted();
    void invalidate(
      BlogService.method.listBlogPosts,
      BlogService.method.listPopularTags,
      BlogService.method.getBlogStats,
      UserService,
    );
  };
  return (
    <>
      {edits &&
        (icons ? (
          <ActionIcon variant="subtle" aria-label={`Edit ${post.title}`} data-tooltip="Edit" onClick={edit.open}>
            <IconPencil size={16} />
          </ActionIcon>
        ) : (
          <Button size="sm" onClick={edit.open}>
            <IconPencil size={16} />
            Edit Post
          </Button>
        ))}
      {icons ? (
        <ActionIcon
          variant="subtle"
          aria-label={`Delete ${post.title}`}
          data-tooltip="Delete"
          onClick={() => setAsking(true)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      ) : (
        <Button size="sm" onClick={() => setAsking(true)}>
          <IconTrash size={16} />
          Delete Post
        </Button>
      )}
      {EditPostDialog && <EditPostDialog key={edit.key} id={post.id} opened={edit.opened} onClose={edit.close} />}
      <ConfirmDialog
        opened={asking}
        title="Are you absolutely sure?"
        text="The post, its likes and comments will be permanently deleted. This action cannot be undone."
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
