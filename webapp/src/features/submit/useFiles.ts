import { useEffect, useEffectEvent, useState } from "react";
import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { images, takeFiles } from "./media";
import type { ProjectForm } from "./useProjectForm";
import type { MediaField, Uploads } from "./useUploads";

/**
 * Files that come to the page as a whole: a picture that is pasted goes to the field that has focus, or where one is
 * missing; a file that is dropped beside every field does not replace the page. True while files are dragged over it.
 */
export function useFiles(form: ProjectForm, uploads: Uploads): boolean {
  const [dragged, setDragged] = useState(false);

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])].filter((file) => images.split(",").includes(file.type));
    // Text that comes with a picture of itself is meant as text, where text goes.
    if (files.length === 0 || (event.clipboardData?.types.includes("text/plain") && isText(event.target))) return;
    event.preventDefault();
    takeFiles(form, uploads, placeFor(form), files);
  });

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragged(true);
    };
    const end = (event: DragEvent) => {
      if (event.type === "drop" && event.dataTransfer?.types.includes("Files")) event.preventDefault();
      // Leaving for another element of the page is no leaving.
      if (event.type === "drop" || event.relatedTarget === null) setDragged(false);
    };
    document.addEventListener("paste", paste);
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", end);
    document.addEventListener("drop", end);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", end);
      document.removeEventListener("drop", end);
    };
  }, []);

  return dragged;
}

function placeFor(form: ProjectForm): MediaField {
  const focused = document.activeElement?.closest<HTMLElement>("[data-media]")?.dataset.media;
  if (focused && focused !== "videos") return focused as MediaField;
  return form.draft.logo && form.mode === SubmitMode.COMPLETE ? "screenshots" : "logo";
}

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, textarea");
