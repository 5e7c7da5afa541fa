import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconEdit, IconEye, IconEyeOff, IconFlag, IconLink, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useReport } from "../../components/report/ReportButton";
import { useLoginRequired } from "../../components/useLoginRequired";
import type { BlogComment, BlogPost } from "../../gen/uvboard/v1/blog_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { paths } from "../../lib/page/paths";
import { failureMessage } from "../../lib/server/failure";
import { useSession } from "../../lib/session/session";
import { handle } from "../../lib/text/text";
import { copyText } from "../../lib/ui/clipboard";
import { toast, toastError } from "../../lib/ui/toast";
import { mayDelete, mayToggle } from "./commentRights";
import { useCommentsChanged } from "./useCommentsChanged";

/** The actions on a comment: its author edits it, the author of the story, moderators and admins hide it, and all but moderators delete it. */
export function CommentMenu({
  comment,
  post,
  onEdit,
  onDeleted,
}: {
  comment: BlogComment;
  post: BlogPost;
  onEdit: () => void;
  onDeleted: () => void;
}) {
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  const hide = useMutation(BlogService.method.hideBlogComment);
  const remove = useMutation(BlogService.method.deleteBlogComment);
  const changed = useCommentsChanged();
  const login = useLoginRequired();
  const { report, dialog } = useReport({ type: ReportTargetType.BLOG_COMMENT, id: comment.id, what: "comment" }, () =>
    login.ask("report a comment"),
  );
  const own = user?.id === comment.userId;
  const key = { postId: comment.postId, commentId: comment.id };

  const copy = async () => {
    const url = `${window.location.origin}${paths.story(comment.postId)}#comment-${comment.id}`;
    if (await copyText(url)) toast("Link copied!");
    else toastError("Error", "Failed to copy the link");
  };
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
    <>
      <Menu position="bottom-end" width={176} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size="sm" ml="auto" mr={-8} aria-label={`More about the comment by ${handle(comment.author)}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copy()}>
            Copy Link
          </Menu.Item>
          {!own && !comment.isHidden && (
            <Menu.Item leftSection={<IconFlag size={16} />} onClick={report}>
              Report
            </Menu.Item>
          )}
          {own && (
            <Menu.Item leftSection={<IconEdit size={16} />} onClick={onEdit}>
              Edit
            </Menu.Item>
          )}
          {mayToggle(user, post, comment) && (
            <Menu.Item
              leftSection={comment.isHidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
              onClick={() => void toggle()}
            >
              {comment.isHidden ? "Show" : "Hide"}
            </Menu.Item>
          )}
          {(own || mayDelete(user, post)) && (
            <Menu.Item color="quench" leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog}
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
    </>
  );
}
