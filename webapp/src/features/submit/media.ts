import { toast, toastError } from "../../lib/ui/toast";
import { typeError } from "../../lib/upload/uploadLimits";
import { acceptFor, isAccepted, type MediaField, typeErrorFor } from "./mediaTypes";
import type { ProjectForm } from "./useProjectForm";
import type { Uploads } from "./useUploads";

/** Uploads files for a field and adds each to the form when it is done. A field with one value takes the first file. */
export function takeFiles(form: ProjectForm, uploads: Uploads, field: MediaField, files: File[]): void {
  const accepted = files.filter((file) => isAccepted(file, acceptFor(field)));
  const refused = files.filter((file) => !accepted.includes(file));
  if (refused.length > 0) toastError("Invalid file type", typeError(refused, typeErrorFor(field)));
  if (field === "logo" || field === "coverImage") {
    const file = accepted[0];
    if (file) uploads.start(field, file, (url) => form.change(field, url));
    return;
  }
  for (const file of accepted) uploads.start(field, file, (url) => form.change(field, (before) => [...before, url]));
}

/** Removes an image or video from a list, and offers to undo it. */
export function removeAt(form: ProjectForm, field: "screenshots" | "videos", index: number, word: string): void {
  const url = form.draft[field][index];
  if (url === undefined) return;
  form.change(field, (before) => before.filter((other) => other !== url));
  toast(`${word} ${index + 1} removed`, undefined, {
    label: "Undo",
    run: () => form.change(field, (before) => (before.includes(url) ? before : before.toSpliced(index, 0, url))),
  });
}

/** Removes the image of a field with one value, and offers to undo it. */
export function clear(form: ProjectForm, field: "logo" | "coverImage", word: string): void {
  const url = form.draft[field];
  form.change(field, "");
  toast(`${word} removed`, undefined, { label: "Undo", run: () => form.change(field, url) });
}
