import { ActionIcon, Button } from "@mantine/core";
import { IconRefresh, IconUpload, IconX } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import css from "./FormField.module.css";
import { acceptFor, type MediaField } from "./mediaTypes";
import { useNextFocus } from "./useNextFocus";
import type { Uploads, UploadTask } from "./useUploads";

/** Takes files, chosen, dropped or pasted, and shows how far they have come. */
export function Drop({
  field,
  uploads,
  several = false,
  action,
  hint,
  preview,
  onFiles,
  onClear,
}: {
  field: MediaField;
  uploads: Uploads;
  several?: boolean;
  action: string;
  hint: string;
  preview?: ReactNode;
  onFiles: (files: File[]) => void;
  onClear?: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [over, setOver] = useState(false);
  const tasks = uploads.tasks.filter((task) => task.field === field);
  const busy = !several && tasks.some((task) => task.state !== "failed");

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a pointer's shortcut for the button inside
    <div
      className={css.drop}
      data-media={field}
      data-over={over}
      onDragOver={(event) => {
        // A picture of the list on its way to another place is not for here.
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = busy ? "none" : "copy";
        setOver(!busy);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!busy && event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
      }}
    >
      {preview}
      <div className={css.does}>
        <div className={css.buttons}>
          <Button
            ref={button}
            size="sm"
            // Not disabled, lest focus be lost while a file is on its way.
            aria-disabled={busy || undefined}
            onClick={() => !busy && input.current?.click()}
          >
            <IconUpload size={16} />
            {action}
          </Button>
          <span className={css.orDrop}>{several ? "or drop them here" : "or drop it here"}</span>
          {onClear && !busy && <Remove next={button} onClear={onClear} />}
        </div>
        <p className={css.hint}>{hint}</p>
        <p className={css.dropHere} aria-hidden="true">
          {several ? "Drop files here" : "Drop a file here"}
        </p>
        {tasks.map((task) =>
          task.state === "failed" ? (
            <Failed key={task.id} task={task} next={button} />
          ) : (
            <Progress key={task.id} task={task} next={button} />
          ),
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={action}
        accept={acceptFor(field)}
        multiple={several}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file can be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

type NextFocus = { next: RefObject<HTMLButtonElement | null> };

function Remove({ next, onClear }: NextFocus & { onClear: () => void }) {
  return (
    <Button ref={useNextFocus<HTMLButtonElement>(next)} size="sm" variant="subtle" onClick={onClear}>
      Remove
    </Button>
  );
}

function Progress({ task, next }: NextFocus & { task: UploadTask }) {
  const percent = Math.round(100 * task.share);
  const said = task.state === "waiting" ? "Waiting…" : percent < 100 ? `${percent}%` : "Processing…";
  return (
    <div ref={useNextFocus(next)} className={css.progress}>
      <span className="cut">{task.name}</span>
      <span className="num">{said}</span>
      <ActionIcon aria-label={`Cancel the upload of ${task.name}`} onClick={task.cancel}>
        <IconX size={16} />
      </ActionIcon>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={`Upload of ${task.name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

function Failed({ task, next }: NextFocus & { task: UploadTask }) {
  return (
    <div ref={useNextFocus(next)} className={`${css.progress} ${css.failed}`}>
      <span className="cut">{task.name}</span>
      <span>
        {task.retryable && (
          <Button size="sm" aria-label={`Try again to upload ${task.name}`} onClick={task.retry}>
            <IconRefresh size={16} />
            Try again
          </Button>
        )}
      </span>
      <ActionIcon aria-label={`Give up the upload of ${task.name}`} onClick={task.cancel}>
        <IconX size={16} />
      </ActionIcon>
      <p className={css.why}>{task.error || "It did not arrive."}</p>
    </div>
  );
}
