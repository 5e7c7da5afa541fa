import { useEffect, useRef, useState } from "react";
import { failureMessage } from "../server/failure";
import { toastError } from "../ui/toast";
import { upload } from "./upload";
import { imageRefusal } from "./uploadLimits";

export type UploadTo = {
  path: string;
  /** The name of the file's part in the multipart form. */
  field: string;
  /** What is accepted, when the file's type is not. */
  types?: string;
  /** What the largest size is, when the file is larger. */
  limit?: string;
  /** The title of the toast after a failure, and its text if the server gives no reason. */
  failed: [title: string, text: string];
  onDone: (answer: Record<string, unknown>) => unknown;
};

/**
 * The upload of an image, one at a time. Toasts say why a file is refused and why an upload failed. Unmounting cancels
 * it.
 */
export function useUpload({ path, field, types, limit, failed: [title, text], onDone }: UploadTo) {
  const [share, setShare] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File | null | undefined) => {
    if (!file || share !== undefined) return;
    const refusal = imageRefusal(file, types, limit);
    if (refusal) return toastError(...refusal);
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    try {
      await onDone(await upload(path, field, file, { onProgress: setShare, signal: controller.signal }));
    } catch (thrown) {
      if (!controller.signal.aborted) toastError(title, failureMessage(thrown, text));
    }
    setShare(undefined);
  };
  return {
    send,
    cancel: () => running.current?.abort(),
    /** The uploaded share, from 0 to 1, until `onDone` has ended; undefined while nothing is uploaded. */
    share,
  };
}
