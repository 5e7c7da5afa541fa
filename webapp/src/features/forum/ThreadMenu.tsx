import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Menu } from "@mantine/core";
import {
  IconBell,
  IconBellOff,
  IconDots,
  IconEdit,
  IconFlag,
  IconFolderSymlink,
  IconLink,
  IconLock,
  IconLockOpen,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { useAskToLogin } from "../../components/forum/askToLogin";
import { copyLink } from "../../components/forum/ReplyMenu";
import { postUrl } from "../../components/forum/text";
import { useForumChange } from "../../components/forum/useForumChange";
import { useMutes } from "../../components/mute/useMutes";
import { useReport } from "../../components/report/ReportButton";
import type { ForumThread } from "../../gen/uvboard/v1/forum_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { MuteType } from "../../gen/uvboard/v1/notification_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { failureMessage } from "../../lib/server/failure";
import { moderates } from "../../lib/session/role";
import { useSession } from "../../lib/session/session";
import { plural } from "../../lib/text/text";
import { toast, toastError } from "../../lib/ui/toast";
import { useDialog } from "../../lib/ui/useDialog";
import { MoveDialog } from "./MoveDialog";

const loadEdit = () => import("./ThreadDialog").then((file) => file.EditThreadDialog);

/** The actions on a thread: its author edits and deletes it, moderators pin and lock it, admins also move and delete it. */
export function ThreadMenu({ thread }: { thread: ForumThread }) {
  const { user } = useSession();
  const changed = useForumChange();
  const navigate = useNavigate();
  const edit = useDialog();
  const move = useDialog();
  const [asking, setAsking] = useState(false);
  const EditThreadDialog = useLazyComponent(loadEdit, edit.opened, edit.close);

  const failed = (fallback: string) => (error: unknown) => toastError("Error", failureMessage(error, fallback));
  const pin = useMutation(ForumService.method.pinThread, {
    onSuccess: changed.threads,
    onError: failed("Failed to pin thread"),
  });
  const lock = useMutation(ForumService.method.lockThread, {
    onSuccess: changed.threads,
    onError: failed("Failed to lock thread"),
  });
  const remove = useMutation(ForumService.method.deleteThread, {
    onSuccess: async () => {
      setAsking(false);
      // Leave first: the thread would otherwise be fetched again.
      await navigate({ to: "/forum/$channelId", params: { channelId: thread.channelId } });
      await changed.threads();
      toast("Thread Deleted", `${thread.title} is gone.`);
    },
    onError: (error) => {
      setAsking(false);
      failed("Failed to delete thread")(error);
    },
  });

  const askToLogin = useAskToLogin();
  const { report, dialog } = useReport({ type: ReportTargetType.FORUM_THREAD, id: thread.id, what: "thread" }, () =>
    askToLogin("report a thread"),
  );
  const mutes = useMutes();
  const muted = mutes.isMuted(thread.id);
  const own = user?.id === thread.userId;
  const admin = user?.isAdmin === true;
  return (
    <>
      <Menu position="bottom-end" width={192} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size="sm" mr={-8} aria-label="More about this thread">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyLink(postUrl(thread))}>
            Copy Link
          </Menu.Item>
          {user && (
            <Menu.Item
              leftSection={muted ? <IconBell size={16} /> : <IconBellOff size={16} />}
              onClick={() => mutes.toggle(MuteType.THREAD, thread.id)}
            >
              {muted ? "Unmute thread" : "Mute thread"}
            </Menu.Item>
          )}
          {!own && !thread.isHidden && (
            <Menu.Item leftSection={<IconFlag size={16} />} onClick={report}>
              Report
            </Menu.Item>
          )}
          {own && (
            <Menu.Item leftSection={<IconEdit size={16} />} onClick={edit.open}>
              Edit
            </Menu.Item>
          )}
          {moderates(user) && (
            <>
              <Menu.Item
                leftSection={thread.isPinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
                onClick={() => pin.mutate({ id: thread.id, isPinned: !thread.isPinned })}
              >
                {thread.isPinned ? "Unpin" : "Pin"}
              </Menu.Item>
              <Menu.Item
                leftSection={thread.isLocked ? <IconLockOpen size={16} /> : <IconLock size={16} />}
                onClick={() => lock.mutate({ id: thread.id, isLocked: !thread.isLocked })}
              >
                {thread.isLocked ? "Unlock" : "Lock"}
              </Menu.Item>
            </>
          )}
          {admin && (
            <Menu.Item leftSection={<IconFolderSymlink size={16} />} onClick={move.open}>
              Move
            </Menu.Item>
          )}
          {(own || admin) && (
            <Menu.Item color="quench" leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog}
      <ConfirmDialog
        opened={asking}
        title="Delete this thread"
        text={
          thread.replyCount > 0
            ? `Are you sure you want to delete this thread with its ${plural(thread.replyCount, "reply", "replies")}? This action cannot be undone.`
            : "Are you sure you want to delete this thread? This action cannot be undone."
        }
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id: thread.id })}
        onClose={() => !remove.isPending && setAsking(false)}
      />
      {EditThreadDialog && user && (
        <EditThreadDialog key={edit.key} userId={user.id} thread={thread} opened={edit.opened} onClose={edit.close} />
      )}
      {admin && <MoveDialog key={`move${move.key}`} thread={thread} opened={move.opened} onClose={move.close} />}
    </>
  );
}
