import { useEffect, useEffectEvent, useState } from "react";
import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { takeFiles } from "./media";
import { imageTypes, isAccepted, type MediaField } from "./mediaTypes";
import type { ProjectForm } from "./useProjectForm";
import type { Uploads } from "./useUploads";

/**
 * Handles files for the page as a whole. A pasted image goes to the focused media field, or to the first one that lacks
 * an image. A file dropped outside all fields does not replace the page. Returns whether files are dragged over the page.
 */
export function useFiles(form: ProjectForm, uploads: Uploads): boolean {
  const [isDragging, setIsDragging] = useState(false);

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])].filter((file) => isAccepted(file, imageTypes));
    // Office programs add an image of the copied text: in a text field the text is meant.
    if (files.length === 0 || (event.clipboardData?.types.includes("text/plain") && isTextField(event.target))) return;
    event.preventDefault();
    takeFiles(form, uploads, fieldForPaste(form), files);
  });

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setIsDragging(true);
    };
    const onDragEnd = (event: DragEvent) => {
      if (event.type === "drop" && event.dataTransfer?.types.includes("Files")) event.preventDefault();
      // dragleave also fires between elements of the page; relatedTarget is null only at its edge.
      if (event.type === "drop" || event.relatedTarget === null) setIsDragging(false);
    };
    document.addEventListener("paste", onPaste);
    document.addEventListener("dragover", onDragOver);
    document.addEventListener("dragleave", onDragEnd);
    document.addEventListener("drop", onDragEnd);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("dragover", onDragOver);
      document.removeEventListener("dragleave", onDragEnd);
      document.removeEventListener("drop", onDragEnd);
    };
  }, []);

  return isDragging;
}

function fieldForPaste(form: ProjectForm): MediaField {
  const focused = document.activeElement?.closest<HTMLElement>("[data-media]")?.dataset.media;
  if (focused && focused !== "videos") return focused as MediaField;
  return form.draft.logo && form.mode === SubmitMode.COMPLETE ? "screenshots" : "logo";
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, textarea");
