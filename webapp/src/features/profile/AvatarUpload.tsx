import "@mantine/dropzone/styles.layer.css";
import { ActionIcon, Group } from "@mantine/core";
import { Dropzone, type FileRejection } from "@mantine/dropzone";
import { IconCamera, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Avatar } from "../../components/Avatar";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { failureMessage } from "../../lib/failure";
import { toast, toastError } from "../../lib/toast";
import { upload } from "../../lib/upload";
import { sizeError, typeError } from "../../lib/uploadLimits";
import css from "./Profile.module.css";
import { useProfileChange } from "./useProfileChange";

/** The user's own avatar. A new image is chosen, dropped on it, or pasted while its button has the focus. */
export function AvatarUpload({ user }: { user: User }) {
  const open = useRef<() => void>(null);
  const [share, setShare] = useState(0);
  const running = useRef<AbortController>(undefined);
  const changed = useProfileChange();
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => {
      running.current = new AbortController();
      return upload(`/api/users/${encodeURIComponent(user.id)}/profile-pic`, "profilePic", file, {
        onProgress: setShare,
        signal: running.current.signal,
      });
    },
    onMutate: () => setShare(0),
    onSuccess: async ({ notice }) => {
      await changed.user();
      toast("Profile picture updated", typeof notice === "string" ? notice : undefined);
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return;
      toastError("Error", failureMessage(error, "Failed to upload profile picture"));
    },
  });

  const choose = (accepted: File[], refused: FileRejection[]) => {
    if (isPending) return;
    const file = accepted[0];
    const tooLarge = file && sizeError(file);
    const types = "Please upload an image file: JPEG, PNG, GIF or WebP";
    if (!file)
      toastError(
        "Invalid file type",
        typeError(
          refused.map((one) => one.file),
          types,
        ),
      );
    else if (tooLarge) toastError("File too large", tooLarge);
    else mutate(file);
  };

  const percent = Math.round(share * 100);
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
      accept={["image/jpeg", "image/png", "image/gif", "image/webp"]}
      multiple={false}
      inputProps={{ hidden: true }}
      onDropAny={choose}
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
        onClick={() => (isPending ? running.current?.abort() : open.current?.())}
      >
        {isPending ? <IconX size={18} /> : <IconCamera size={18} />}
      </ActionIcon>
    </Dropzone>
  );
}
