import { IconCamera } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Avatar } from "../../components/Avatar";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { failureMessage } from "../../lib/failure";
import { toast, toastError } from "../../lib/toast";
import { maxImageBytes, upload } from "../../lib/upload";
import css from "./Profile.module.css";
import { useProfileChange } from "./useProfileChange";

/** The own picture, and the way to another one. */
export function AvatarUpload({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const changed = useProfileChange();
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) =>
      upload(`/api/users/${encodeURIComponent(user.id)}/profile-pic`, "profilePic", file, { onProgress: setShare }),
    onMutate: () => setShare(0),
    onSuccess: async () => {
      await changed.person();
      toast("Profile picture updated");
    },
    onError: (error) => toastError("Error", failureMessage(error, "Failed to upload profile picture")),
  });

  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxImageBytes) toastError("File too large", "Maximum size is 5MB");
    else mutate(file);
  };

  const percent = Math.round(share * 100);
  return (
    <div className={css.picture}>
      <Avatar person={user} size="large" />
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
        aria-label="Upload profile picture"
        disabled={isPending}
        onClick={() => input.current?.click()}
      >
        <IconCamera size={18} />
      </button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/gif,image/webp"
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
