import { IconArrowLeft, IconArrowRight, IconTrash, IconUpload, IconX } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { Button, IconButton } from "../../components/Button";
import { ProjectLogo } from "../../components/ProjectImage";
import { imageSource } from "../../lib/image";
import { toastError } from "../../lib/toast";
import { FormField } from "./FormField";
import css from "./FormField.module.css";
import { Adder } from "./ListFields";
import type { ProjectForm } from "./useProjectForm";
import type { MediaField, Uploads, UploadTask } from "./useUploads";

const images = "image/jpeg,image/png,image/webp,image/gif";
const films = "video/mp4,video/webm";
const kinds = { [images]: "a JPEG, PNG, GIF or WebP image", [films]: "an MP4 or WebM video" };

type Props = { form: ProjectForm; uploads: Uploads };

export function LogoField({ form, uploads }: Props) {
  const { logo, title } = form.draft;
  const take = (files: File[]) => {
    const file = files[0];
    if (file) uploads.start("logo", file, (url) => form.change("logo", url));
  };
  return (
    <FormField name="logo" label="Logo" error={form.errors.logo} group="group">
      <Drop
        tasks={tasksOf(uploads, "logo")}
        accept={images}
        action={logo ? "Replace image" : "Upload image"}
        hint={logo ? "Square, at most 5MB." : "Square, at most 5MB. Until then this plate stands in."}
        preview={
          <div className={css.preview}>
            <ProjectLogo title={title.trim() || "Your project"} logo={logo} size={72} />
          </div>
        }
        onFiles={take}
        onClear={logo ? () => form.change("logo", "") : undefined}
      />
    </FormField>
  );
}

export function CoverField({ form, uploads }: Props) {
  const { coverImage } = form.draft;
  const take = (files: File[]) => {
    const file = files[0];
    if (file) uploads.start("coverImage", file, (url) => form.change("coverImage", url));
  };
  return (
    <FormField name="coverImage" label="Cover image" error={form.errors.coverImage} group="group">
      <Drop
        tasks={tasksOf(uploads, "coverImage")}
        accept={images}
        action={coverImage ? "Replace image" : "Upload image"}
        hint="16:10 shows in full on cards, at most 5MB."
        preview={
          coverImage && (
            <div className={`${css.preview} ${css.wide}`}>
              <img {...imageSource(coverImage)} sizes="144px" alt="Cover" />
            </div>
          )
        }
        onFiles={take}
        onClear={coverImage ? () => form.change("coverImage", "") : undefined}
      />
    </FormField>
  );
}

export function ScreenshotsField({ form, uploads }: Props) {
  const add = (url: string) => form.change("screenshots", (before) => [...before, url]);
  return (
    <FormField
      name="screenshots"
      label="Screenshots"
      aside={`${form.draft.screenshots.length}`}
      error={form.errors.screenshots}
      group="group"
    >
      <MediaList form={form} name="screenshots" word="Screenshot">
        {(address, i) => <img {...imageSource(address)} sizes="200px" alt={`Screenshot ${i + 1}`} />}
      </MediaList>
      <Drop
        tasks={tasksOf(uploads, "screenshots")}
        accept={images}
        several
        action="Upload screenshots"
        hint="At most 5MB each. The first one is the card's picture when there is no cover."
        onFiles={(files) => {
          for (const file of files) uploads.start("screenshots", file, add);
        }}
      />
    </FormField>
  );
}

export function VideosField({ form, uploads }: Props) {
  const add = (url: string) => form.change("videos", (before) => (before.includes(url) ? before : [...before, url]));
  return (
    <FormField
      name="videos"
      label="Videos"
      aside={`${form.draft.videos.length}`}
      error={form.errors.videos}
      group="group"
    >
      <MediaList form={form} name="videos" word="Video">
        {(address) =>
          address.startsWith("/uploads/") ? (
            // biome-ignore lint/a11y/useMediaCaption: only its first picture is shown here
            <video src={address} preload="metadata" />
          ) : (
            <span className={css.address}>{address}</span>
          )
        }
      </MediaList>
      <Drop
        tasks={tasksOf(uploads, "videos")}
        accept={films}
        several
        action="Upload videos"
        hint="MP4 or WebM, at most 100MB each."
        onFiles={(files) => {
          for (const file of files) uploads.start("videos", file, add);
        }}
      />
      <Adder
        label="Video address"
        placeholder="https://youtu.be/…"
        type="url"
        onAdd={(url) => {
          add(url);
          form.leave("videos");
        }}
      />
    </FormField>
  );
}

const tasksOf = (uploads: Uploads, field: MediaField) => uploads.tasks.filter((task) => task.field === field);

/** What was added, each with the ways to move it forth and back and to take it out. */
function MediaList({
  form,
  name,
  word,
  children,
}: {
  form: ProjectForm;
  name: "screenshots" | "videos";
  word: string;
  children: (address: string, index: number) => ReactNode;
}) {
  const list = form.draft[name];
  if (list.length === 0) return null;
  const move = (from: number, to: number) =>
    form.change(name, (before) => {
      const next = [...before];
      next.splice(to, 0, ...next.splice(from, 1));
      return next;
    });
  return (
    <ol className={css.items}>
      {list.map((address, i) => (
        <li key={address} className={css.item}>
          {children(address, i)}
          <div className={css.tools}>
            <IconButton
              label={`Move ${word.toLowerCase()} ${i + 1} back`}
              disabled={i === 0}
              onClick={() => move(i, i - 1)}
            >
              <IconArrowLeft size={16} />
            </IconButton>
            <IconButton
              label={`Move ${word.toLowerCase()} ${i + 1} forth`}
              disabled={i === list.length - 1}
              onClick={() => move(i, i + 1)}
            >
              <IconArrowRight size={16} />
            </IconButton>
            <IconButton
              label={`Remove ${word.toLowerCase()} ${i + 1}`}
              onClick={() => form.change(name, (before) => before.filter((one) => one !== address))}
            >
              <IconTrash size={16} />
            </IconButton>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Takes files, chosen or dropped, and shows how far they have come. */
function Drop({
  tasks,
  accept,
  several = false,
  action,
  hint,
  preview,
  onFiles,
  onClear,
}: {
  tasks: UploadTask[];
  accept: typeof images | typeof films;
  several?: boolean;
  action: string;
  hint: string;
  preview?: ReactNode;
  onFiles: (files: File[]) => void;
  onClear?: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const busy = tasks.length > 0 && !several;
  const take = (files: File[]) => {
    const fitting = files.filter((file) => accept.split(",").includes(file.type));
    if (fitting.length < files.length) toastError("Upload Failed", `Please choose ${kinds[accept]} here`);
    if (fitting.length > 0) onFiles(fitting);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a pointer's shortcut for the button inside
    <div
      className={css.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!busy) take([...event.dataTransfer.files]);
      }}
    >
      {preview}
      <div className={css.does}>
        <div className={css.buttons}>
          <Button size="small" disabled={busy} onClick={() => input.current?.click()}>
            <IconUpload size={16} />
            {action}
          </Button>
          {onClear && !busy && (
            <Button size="small" variant="quiet" onClick={onClear}>
              Remove
            </Button>
          )}
        </div>
        <p className={css.hint}>{hint}</p>
        {tasks.map((task) => (
          <Progress key={task.id} task={task} />
        ))}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={action}
        accept={accept}
        multiple={several}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          // The same file can be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

function Progress({ task }: { task: UploadTask }) {
  const percent = Math.round(100 * task.share);
  return (
    <div className={css.progress}>
      <span className="cut">{task.name}</span>
      <span className="num">{percent < 100 ? `${percent}%` : "Processing…"}</span>
      <IconButton label={`Cancel the upload of ${task.name}`} onClick={task.cancel}>
        <IconX size={16} />
      </IconButton>
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
