import "@mantine/dropzone/styles.layer.css";
import { ActionIcon, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconRefresh, IconUpload, IconX } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useRef } from "react";
import css from "./Fields.module.css";
import { FieldGroup } from "./FormField";
import { takeFiles } from "./media";
import { acceptFor, type MediaField } from "./mediaTypes";
import { useNextFocus } from "./useNextFocus";
import type { ProjectForm } from "./useProjectForm";
import type { Uploads, UploadTask } from "./useUploads";

/** A field whose files are chosen or dropped, with the progress of its uploads. */
export function UploadField({
  form,
  uploads,
  name,
  label,
  aside,
  several = false,
  action,
  hint,
  preview,
  list,
  onClear,
  children,
}: {
  form: ProjectForm;
  uploads: Uploads;
  name: MediaField;
  label: string;
  aside?: string;
  several?: boolean;
  action: string;
  hint: string;
  preview?: ReactNode;
  /** What was uploaded, above the drop zone. */
  list?: ReactNode;
  onClear?: () => void;
  children?: ReactNode;
}) {
  const open = useRef<() => void>(null);
  const button = useRef<HTMLButtonElement>(null);
  const tasks = uploads.tasks.filter((task) => task.field === name);
  const busy = !several && tasks.some((task) => task.state !== "failed");

  return (
    <FieldGroup form={form} name={name} label={label} aside={aside}>
      {list}
      <Dropzone
        className={css.drop}
        data-media={name}
        // The button opens the file dialog.
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        openRef={open}
        // Not disabled, since that would disable the cancel button inside.
        activateOnDrag={!busy}
        multiple={several}
        accept={acceptFor(name).split(",")}
        inputProps={{ hidden: true }}
        onDropAny={(accepted, rejected) => {
          if (!busy) takeFiles(form, uploads, name, [...accepted, ...rejected.map(({ file }) => file)]);
        }}
        // Mantine requires it; onDropAny handles all files.
        onDrop={() => undefined}
      >
        <Group gap={16} wrap="nowrap">
          {preview}
          <Stack gap={6} flex={1} miw={0}>
            <Group gap={8}>
              <Button
                ref={button}
                size="sm"
                // Not disabled, since a disabled button would lose the focus during an upload.
                aria-disabled={busy || undefined}
                onClick={() => !busy && open.current?.()}
              >
                <IconUpload size={16} />
                {action}
              </Button>
              <Text span size="sm" c="var(--uv-text-3)" className={css.orDrop}>
                {several ? "or drop them here" : "or drop it here"}
              </Text>
              {onClear && !busy && <Clear next={button} onClear={onClear} />}
            </Group>
            <Text size="sm" c="var(--uv-text-3)">
              {hint}
            </Text>
            {tasks.map((task) => (
              <Task key={`${task.id}${task.state === "failed"}`} task={task} next={button} />
            ))}
          </Stack>
        </Group>
      </Dropzone>
      {children}
    </FieldGroup>
  );
}

type NextFocus = { next: RefObject<HTMLButtonElement | null> };

function Clear({ next, onClear }: NextFocus & { onClear: () => void }) {
  return (
    <Button ref={useNextFocus<HTMLButtonElement>(next)} size="sm" variant="subtle" onClick={onClear}>
      Remove
    </Button>
  );
}

function Task({ task, next }: NextFocus & { task: UploadTask }) {
  const failed = task.state === "failed";
  const percent = Math.round(100 * task.share);
  const status = task.state === "waiting" ? "Waiting…" : percent < 100 ? `${percent}%` : "Processing…";
  return (
    <div ref={useNextFocus<HTMLDivElement>(next)}>
      <Group gap={12} wrap="nowrap" fz="sm" c={failed ? "var(--uv-quench)" : "var(--uv-text-2)"}>
        <Text inherit truncate flex={1}>
          {task.name}
        </Text>
        {!failed && <span className="num">{status}</span>}
        {failed && task.retryable && (
          <Button size="sm" aria-label={`Try again to upload ${task.name}`} onClick={task.retry}>
            <IconRefresh size={16} />
            Try again
          </Button>
        )}
        <ActionIcon aria-label={`${failed ? "Give up" : "Cancel"} the upload of ${task.name}`} onClick={task.cancel}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      {failed ? (
        <Text size="sm" c="var(--uv-quench)">
          {task.error || "The upload failed."}
        </Text>
      ) : (
        <Progress value={percent} size={3} color="ink" aria-label={`Upload of ${task.name}`} />
      )}
    </div>
  );
}
