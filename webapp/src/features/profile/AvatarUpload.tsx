import "@mantine/dropzone/styles.layer.css";
import { ActionIcon, Group } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconCamera, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { Avatar } from "../../components/Avatar";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { toast } from "../../lib/ui/toast";
import { imageTypes } from "../../lib/upload/uploadLimits";
import { useUpload } from "../../lib/upload/useUpload";
import css from "./Profile.module.css";
import { useProfileChange } from "./useProfileChange";

/** The user's own avatar. A new image is chosen, dropped on it, or pasted while its button has the focus. */
export function AvatarUpload({ user }: { user: User }) {
  const open = useRef<() => void>(null);
  const changed = useProfileChange();
  const upload = useUpload({
    path: `/api/users/${encodeURIComponent(user.id)}/profile-pic`,
    field: "profilePic",
    failed: ["Error", "Failed to upload profile picture"],
    onDone: async ({ notice }) => {
      await changed.user();
      toast("Profile picture updated", typeof notice === "string" ? notice : undefined);
    },
  });
  const isPending = upload.share !== undefined;
  const percent = Math.round((upload.share ?? 0) * 100);
  return (
    <Dropzone
      className={css.picture}
      data-busy={isPending || undefined}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      openRef={open}
      // Not disabled, since that would disable the cancel button inside.
      activateOnDrag={!isPending}
      accept={imageTypes.split(",")}
      multiple={false}
      inputProps={{ hidden: true }}
      onDropAny={(accepted, refused) => void upload.send(accepted[0] ?? refused[0]?.file)}
      // Mantine requires it; onDropAny handles all files.
      onDrop={() => undefined}
    >
      <Avatar person={user} size="xl" />
      {isPending && (
        <Group
          justify="center"
          className={css.progress}
          role="progressbar"
          aria-label="Uploading profile picture"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          {percent}%
        </Group>
      )}
      <ActionIcon
        variant="filled"
        size={36}
        className={css.camera}
        aria-label={isPending ? "Cancel the upload" : "Upload profile picture"}
        onClick={() => (isPending ? upload.cancel() : open.current?.())}
      >
        {isPending ? <IconX size={18} /> : <IconCamera size={18} />}
      </ActionIcon>
    </Dropzone>
  );
}
