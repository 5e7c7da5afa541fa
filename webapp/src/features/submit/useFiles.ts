import { useEffect, useEffectEvent, useState } from "react";
import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { imageTypes } from "../../lib/upload/uploadLimits";
import { takeFiles } from "./media";
import { isAccepted, type MediaField } from "./mediaTypes";
import type { ProjectForm } from "./useProjectForm";
import type { Uploads } from "./useUploads";

/**
 * Handles images that are pasted outside of drop zones: they go to the focused media list, or to the first field that
 * lacks an image. Returns whether files are dragged over the page.
 */
export function useFiles(form: ProjectForm, uploads: Uploads): boolean {
  const [isDragging, setIsDragging] = useState(false);

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented) return; // a drop zone has taken the files
    const files = [...(event.clipboardData?.files ?? [])].filter((file) => isAccepted(file, imageTypes));
    // Office programs add an image of the copied text: in a text field the text is meant.
    if (files.length === 0 || (event.clipboardData?.types.includes("text/plain") && isTextField(event.target))) return;
    event.preventDefault();
    takeFiles(form, uploads, fieldForPaste(form), files);
  });

  useEffect(() => {
    const onDragOver = (event: DragEvent) => event.dataTransfer?.types.includes("Files") && setIsDragging(true);
    const onDragEnd = (event: DragEvent) => {
      // dragleave also fires between elements of the page; relatedTarget is null only at its edge.
      if (event.type === "drop" || event.relatedTarget === null) setIsDragging(false);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("paste", onPaste, { signal });
    document.addEventListener("dragover", onDragOver, { signal });
    document.addEventListener("dragleave", onDragEnd, { signal });
    document.addEventListener("drop", onDragEnd, { signal });
    return () => listening.abort();
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
