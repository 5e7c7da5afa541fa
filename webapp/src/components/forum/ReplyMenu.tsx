import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Menu } from "@mantine/core";
import { IconBell, IconBellOff, IconDots, IconEdit, IconFlag, IconLink, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { MuteType } from "../../gen/uvboard/v1/notification_pb";
import { SavedType } from "../../gen/uvboard/v1/saved_pb";
import { failureMessage } from "../../lib/server/failure";
import { useSession } from "../../lib/session/session";
import { copyText } from "../../lib/ui/clipboard";
import { toast, toastError } from "../../lib/ui/toast";
import { ConfirmDialog } from "../ConfirmDialog";
import { useMutes } from "../mute/useMutes";
import { useReport } from "../report/ReportButton";
import { useSave } from "../saved/SaveButton";
import { useAskToLogin } from "./askToLogin";
import { authorName, postUrl } from "./text";
import { useForumChange } from "./useForumChange";

export async function copyLink(url: string): Promise<void> {
  if (await copyText(url)) toast("Link copied!");
  else toastError("Error", "Failed to copy the link");
}

/** The actions on a reply: its author edits and deletes it, admins delete it. */
export function ReplyMenu({
  post,
  thread,
  onEdit,
  items,
}: {
  post: ForumPost;
  thread: { id: string; url?: string };
  onEdit: () => void;
  /** More items, at the top. */
  items?: ReactNode;
}) {
  const { user } = useSession();
  const changed = useForumChange();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(ForumService.method.deletePost, {
    onSuccess: async () => {
      await changed.posts();
      setAsking(false);
    },
    onError: (error) => {
      setAsking(false);
      toastError("Error", failureMessage(error, "Failed to delete reply"));
    },
  });
  const askToLogin = useAskToLogin();
  const { report, dialog } = useReport({ type: ReportTargetType.FORUM_POST, id: post.id, what: "reply" }, () =>
    askToLogin("report a reply"),
  );
  const [opened, setOpened] = useState(false);
  const save = useSave({ type: SavedType.FORUM_POST, id: post.id, shown: opened });
  const mutes = useMutes();
  const muted = mutes.isMuted(post.userId);
  const own = user?.id === post.userId;
  return (
    <>
      <Menu position="bottom-end" width={176} withInitialFocusPlaceholder={false} onOpen={() => setOpened(true)}>
        <Menu.Target>
          <ActionIcon
            size="sm"
            ml="auto"
            mr={-8}
            aria-label={`More about the reply by ${authorName(post.author, post.userId)}`}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {items}
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyLink(postUrl(thread, post.id))}>
            Copy Link
          </Menu.Item>
          {!own && (
            <Menu.Item leftSection={<save.Icon size={16} />} onClick={save.toggle}>
              {save.saved ? "Remove from Saved" : "Save"}
            </Menu.Item>
          )}
          {user && !own && post.author?.username && (
            <Menu.Item
              leftSection={muted ? <IconBell size={16} /> : <IconBellOff size={16} />}
              onClick={() => mutes.toggle(MuteType.USER, post.userId)}
            >
              {muted ? "Unmute" : "Mute"} {authorName(post.author, post.userId)}
            </Menu.Item>
          )}
          {!own && !post.isHidden && (
            <Menu.Item leftSection={<IconFlag size={16} />} onClick={report}>
              Report
            </Menu.Item>
          )}
          {own && !post.review && (
            <Menu.Item leftSection={<IconEdit size={16} />} onClick={onEdit}>
              Edit
            </Menu.Item>
          )}
          {(own || user?.isAdmin) && (
            <Menu.Item color="quench" leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog}
      {save.dialog}
      <ConfirmDialog
        opened={asking}
        title="Delete this reply"
        text="Are you sure you want to delete this reply? This action cannot be undone."
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id: post.id })}
        onClose={() => !remove.isPending && setAsking(false)}
      />
    </>
  );
}
