import { Button } from "@mantine/core";
import { useId } from "react";
import { plural } from "../../lib/text";
import css from "./Submit.module.css";

/** Who will see the project, and the two ways to save it. The form's own submit is Publish. */
export function SaveBar({
  live,
  isPublic,
  onPublic,
  uploading,
  kept,
  busy,
  onDraft,
}: {
  /** Whether everybody can see the project as it was saved last. */
  live: boolean;
  isPublic: boolean;
  onPublic: (isPublic: boolean) => void;
  uploading: number;
  /** Whether there are changes that this browser holds until they are saved. */
  kept: boolean;
  busy: "publish" | "draft" | undefined;
  onDraft: () => void;
}) {
  const whoSees = useId();
  const waits = busy !== undefined || uploading > 0;
  return (
    <div className={css.bar}>
      <button
        type="button"
        role="switch"
        aria-checked={isPublic}
        aria-describedby={isPublic ? undefined : whoSees}
        className={css.switch}
        onClick={() => onPublic(!isPublic)}
      >
        <i aria-hidden="true" />
        Make Public
      </button>
      {uploading > 0 && (
        <span className={css.waiting} role="status">
          {plural(uploading, "upload")} under way
        </span>
      )}
      {!live && !isPublic && (
        <span id={whoSees} className={css.waiting}>
          Only you will see it
        </span>
      )}
      {uploading === 0 && kept && <span className={css.waiting}>Draft kept on this device</span>}
      <Button
        loading={busy === "draft"}
        disabled={waits}
        aria-describedby={live || !isPublic ? whoSees : undefined}
        onClick={onDraft}
      >
        Save as Draft
      </Button>
      <Button type="submit" variant="filled" loading={busy === "publish"} disabled={waits}>
        Publish
      </Button>
      {live && (
        <p id={whoSees} className={css.effect}>
          {isPublic ? "Save as Draft takes it offline" : "Takes it offline: only you will see it"}
        </p>
      )}
    </div>
  );
}
