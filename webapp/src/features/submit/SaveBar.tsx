import { Button, Group, Switch, Text } from "@mantine/core";
import { useId } from "react";
import { plural } from "../../lib/text/text";
import { dockRef } from "../../lib/ui/dock";
import css from "./Submit.module.css";
import type { Aim } from "./useProjectForm";

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
  busy: Aim | undefined;
  onDraft: () => void;
}) {
  const effectId = useId();
  const blocked = busy !== undefined || uploading > 0;
  const effect = live
    ? `${isPublic ? "Saving as draft" : "Saving"} unpublishes this project.`
    : !isPublic && "Only you and admins can see this.";
  return (
    <div className={css.bar}>
      <Group gap={16} wrap="nowrap" flex={effect || saved ? "1 1 320px" : "1 1 200px"}>
        <Switch
          flex="none"
          label="Make Public"
          checked={isPublic}
          aria-describedby={isPublic ? undefined : effectId}
          onChange={(event) => onPublic(event.currentTarget.checked)}
        />
        <Text size="sm" lh="18px" c="dimmed" component="div">
          {effect && <p id={effectId}>{effect}</p>}
          {saved && <p>Unsaved changes are kept in this browser</p>}
        </Text>
      </Group>
      <Group ref={dockRef} gap={8} justify="flex-end" className={css.buttons}>
        {uploading > 0 && (
          <Text span role="status" size="sm" c="dimmed">
            {plural(uploading, "upload")} under way
          </Text>
        )}
        <Button
          loading={busy === "draft"}
          disabled={blocked}
          aria-describedby={effect ? effectId : undefined}
          onClick={onDraft}
        >
          Save as Draft
        </Button>
        <Button type="submit" variant="filled" loading={busy === "publish"} disabled={blocked}>
          {live ? "Save changes" : "Publish"}
        </Button>
      </Group>
    </div>
  );
}
