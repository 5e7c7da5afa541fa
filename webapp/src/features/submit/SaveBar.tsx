import { Button, Switch } from "@mantine/core";
import { useId } from "react";
import { plural } from "../../lib/text";
import css from "./Submit.module.css";

/** The visibility switch and the two save buttons. The form's submit button publishes, or saves a live project. */
export function SaveBar({
  live,
  isPublic,
  onPublic,
  uploading,
  saved,
  busy,
  onDraft,
}: {
  /** True if the saved project is public. */
  live: boolean;
  isPublic: boolean;
  onPublic: (isPublic: boolean) => void;
  uploading: number;
  /** True if this browser stores unsaved changes. */
  saved: boolean;
  busy: "publish" | "draft" | undefined;
  onDraft: () => void;
}) {
  const whoSees = useId();
  const waits = busy !== undefined || uploading > 0;
  return (
    <div className={css.bar}>
      <Switch
        mr="auto"
        label="Make Public"
        checked={isPublic}
        aria-describedby={isPublic ? undefined : whoSees}
        onChange={(event) => onPublic(event.currentTarget.checked)}
      />
      {uploading > 0 && (
        <span className={css.waiting} role="status">
          {plural(uploading, "upload")} under way
        </span>
      )}
      {!live && !isPublic && (
        <span id={whoSees} className={css.waiting}>
          Only you and admins can see this.
        </span>
      )}
      {uploading === 0 && saved && <span className={css.waiting}>Unsaved changes are kept in this browser</span>}
      <Button
        loading={busy === "draft"}
        disabled={waits}
        aria-describedby={live || !isPublic ? whoSees : undefined}
        onClick={onDraft}
      >
        Save as Draft
      </Button>
      <Button type="submit" variant="filled" loading={busy === "publish"} disabled={waits}>
        {live ? "Save changes" : "Publish"}
      </Button>
      {live && (
        <p id={whoSees} className={css.effect}>
          {isPublic ? "Saving as draft unpublishes this project." : "Saving unpublishes this project."}
        </p>
      )}
    </div>
  );
}
