import { useEffect, useRef, useState } from "react";
import { readFailure } from "../server/failure";
import { imageMark, insertBlock, placeholder, type Selected } from "../text/markdownText";
import { toastError } from "../ui/toast";
import { UploadError, upload } from "./upload";
import { imageRefusal } from "./uploadLimits";

/**
 * Uploads images into a Markdown text. A placeholder stands in the text until an image is stored; if that fails, the
 * placeholder is removed and a toast says why. Unmounting cancels all uploads.
 */
export function useImageUploads(value: string, onChange: (value: string) => void) {
  const [running, setRunning] = useState(0);
  // Uploads end after later changes of the text.
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });
  const count = useRef(0);
  const controllers = useRef(new Set<AbortController>());
  useEffect(() => {
    const all = controllers.current;
    return () => {
      for (const controller of all) controller.abort();
    };
  }, []);

  const change = (next: string) => {
    latest.current.value = next;
    latest.current.onChange(next);
  };
  const finish = (waiting: string, mark: string) => {
    // A function, since `$` has a meaning in a replacement text.
    if (mark) change(latest.current.value.replace(waiting, () => mark));
    else change(latest.current.value.replace(`${waiting}\n`, "").replace(waiting, ""));
  };

  const send = async (file: File, waiting: string) => {
    const controller = new AbortController();
    controllers.current.add(controller);
    setRunning((n) => n + 1);
    try {
      const { url } = await upload("/api/upload", "file", file, { signal: controller.signal });
      if (typeof url !== "string") throw new UploadError("", 0);
      finish(waiting, imageMark(file.name, url));
    } catch (thrown) {
      if (controller.signal.aborted) return;
      finish(waiting, "");
      toastError("Upload Failed", (thrown instanceof UploadError && thrown.message) || readFailure(thrown).message);
    } finally {
      controllers.current.delete(controller);
      setRunning((n) => n - 1);
    }
  };

  return {
    /** The number of images that are being uploaded. */
    running,
    /** Adds images at a selection of the text. Returns the selection after them. */
    add: (files: Iterable<File>, selected: Selected): Selected => {
      let next = selected;
      for (const file of files) {
        const refusal = imageRefusal(file);
        if (refusal) toastError(...refusal);
        else {
          const waiting = placeholder(file.name, ++count.current);
          next = insertBlock(next, waiting);
          void send(file, waiting);
        }
      }
      if (next !== selected) change(next.text);
      return next;
    },
  };
}
