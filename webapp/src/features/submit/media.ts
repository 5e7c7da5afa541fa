import { toast, toastError } from "../../lib/toast";
import type { ProjectForm } from "./useProjectForm";
import type { MediaField, Uploads } from "./useUploads";

export const images = "image/jpeg,image/png,image/webp,image/gif";
export const films = "video/mp4,video/webm";

const refusals = {
  [images]: "Please upload an image file: JPEG, PNG, GIF or WebP",
  [films]: "Please upload a video file: MP4 or WebM",
};

export const acceptOf = (field: MediaField): typeof images | typeof films => (field === "videos" ? films : images);

/** What a field takes, for who brought something else. */
export const refusalOf = (field: MediaField): string => refusals[acceptOf(field)];

/** Those of the files that a field takes; that it does not take the others is said. */
export function fitting(field: MediaField, files: File[]): File[] {
  const accept = acceptOf(field);
  const good = files.filter((file) => accept.split(",").includes(file.type));
  if (good.length < files.length) toastError("Invalid file type", refusalOf(field));
  return good;
}

/** Sends files for a field and puts each into the form when it has arrived; a field of one takes the first. */
export function takeFiles(form: ProjectForm, uploads: Uploads, field: MediaField, files: File[]): void {
  const good = fitting(field, files);
  if (field === "logo" || field === "coverImage") {
    const file = good[0];
    if (file) uploads.start(field, file, (url) => form.change(field, url));
    return;
  }
  for (const file of good) uploads.start(field, file, (url) => form.change(field, (before) => [...before, url]));
}

/** Takes a picture or film out, and offers it back where it was. */
export function removeAt(form: ProjectForm, field: "screenshots" | "videos", index: number, word: string): void {
  const url = form.draft[field][index];
  if (url === undefined) return;
  form.change(field, (before) => before.filter((one) => one !== url));
  toast(`${word} ${index + 1} removed`, undefined, {
    label: "Undo",
    run: () => form.change(field, (before) => (before.includes(url) ? before : before.toSpliced(index, 0, url))),
  });
}

/** Takes the one picture of a field out, and offers it back. */
export function clear(form: ProjectForm, field: "logo" | "coverImage", word: string): void {
  const url = form.draft[field];
  form.change(field, "");
  toast(`${word} removed`, undefined, { label: "Undo", run: () => form.change(field, url) });
}
