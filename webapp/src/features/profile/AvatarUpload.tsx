import { IconCamera, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Avatar } from "../../components/Avatar";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { failureMessage } from "../../lib/failure";
import { toast, toastError } from "../../lib/toast";
import { upload } from "../../lib/upload";
import { sizeError } from "../../lib/uploadLimits";
import { useStrayFiles } from "../../lib/useStrayFiles";
import css from "./Profile.module.css";
import { useProfileChange } from "./useProfileChange";

const images = "image/jpeg,image/png,image/gif,image/webp";

/** The own picture, and the way to another one: chosen, dropped upon it, or pasted while its button has focus. */
export function AvatarUpload({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const [over, setOver] = useState(false);
  const running = useRef<AbortController>(undefined);
  const changed = useProfileChange();
  useStrayFiles();
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => {
      running.current = new AbortController();
      return upload(`/api/users/${encodeURIComponent(user.id)}/profile-pic`, "profilePic", file, {
        onProgress: setShare,
        signal: running.current.signal,
      });
    },
    onMutate: () => setShare(0),
    onSuccess: async () => {
      await changed.user();
      toast("Profile picture updated");
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return;
      toastError("Error", failureMessage(error, "Failed to upload profile picture"));
    },
  });

  const choose = (file: File | undefined) => {
    if (!file || isPending) return;
    const tooLarge = sizeError(file);
    if (!images.split(",").includes(file.type)) {
      toastError("Invalid file type", "Please upload an image file: JPEG, PNG, GIF or WebP");
    } else if (tooLarge) toastError("File too large", tooLarge);
    else mutate(file);
  };

  const percent = Math.round(share * 100);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a pointer's shortcut for the button inside
    <div
      className={css.picture}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files[0]);
      }}
      onPaste={(event) => choose(event.clipboardData.files[0])}
    >
      <Avatar person={user} size="xl" />
      {isPending && (
        <div
          className={css.progress}
          role="progressbar"
          aria-label="Uploading profile picture"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          {percent}%
        </div>
      )}
      <button
        type="button"
        className={css.camera}
        aria-label={isPending ? "Cancel the upload" : "Upload profile picture"}
        onClick={() => (isPending ? running.current?.abort() : input.current?.click())}
      >
        {isPending ? <IconX size={18} /> : <IconCamera size={18} />}
      </button>
      <input
        ref={input}
        type="file"
        accept={images}
        hidden
        aria-label="Profile picture"
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          // The same file may be chosen again after a failure.
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
