import { useEffect, useRef, useState } from "react";
import { readFailure } from "../../lib/server/failure";
import { toastError } from "../../lib/ui/toast";
import { isRetryable, UploadError, upload } from "../../lib/upload/upload";
import { sizeError } from "../../lib/upload/uploadLimits";
import { type MediaField, typeErrorFor } from "./mediaTypes";

export type UploadTask = {
  id: number;
  field: MediaField;
  name: string;
  /** The uploaded share, from 0 to 1. */
  share: number;
  /** A failed task stays until it is retried, canceled or replaced by another file. */
  state: "waiting" | "sending" | "failed";
  /** Why it failed; empty if it did not, or if the reason is unknown. */
  error: string;
  /** Whether a failed task can be retried. */
  retryable: boolean;
  cancel: () => void;
  retry: () => void;
};

const nouns: Record<MediaField, string> = { logo: "logo", coverImage: "cover", screenshots: "media", videos: "media" };

/**
 * The form's uploads. Files of one field are uploaded one after the other, so that they arrive in order. Unmounting
 * cancels all uploads.
 */
export function useUploads() {
  const [tasks, setTasks] = useState<UploadTask[]>([]);
  const lastId = useRef(0);
  const running = useRef(new Set<AbortController>());
  const queues = useRef<Partial<Record<MediaField, Promise<void>>>>({});

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers) controller.abort();
    };
  }, []);

  const update = (id: number, changes: Partial<UploadTask>) =>
    setTasks((before) => before.map((task) => (task.id === id ? { ...task, ...changes } : task)));
  const remove = (id: number) => setTasks((before) => before.filter((task) => task.id !== id));

  const start = (field: MediaField, file: File, onDone: (url: string) => void) => {
    const tooLarge = sizeError(file);
    if (tooLarge) {
      toastError("File too large", tooLarge);
      return;
    }
    const id = ++lastId.current;
    const attempt = () => {
      const controller = new AbortController();
      running.current.add(controller);
      const send = async () => {
        if (controller.signal.aborted) return;
        update(id, { state: "sending" });
        try {
          const { url } = await upload("/api/upload", "file", file, {
            onProgress: (share) => update(id, { share }),
            signal: controller.signal,
          });
          if (typeof url !== "string") throw new Error("");
          // The server detects the type from the content, whatever the file's name says.
          if (isVideoUrl(url) !== (field === "videos")) throw new UploadError("", unsupportedMediaType);
          onDone(url);
          remove(id);
        } catch (thrown) {
          if (controller.signal.aborted) return;
          update(id, { state: "failed", share: 0, error: errorFor(thrown, field), retryable: isRetryable(thrown) });
          // The reason is shown beside the file.
          toastError("Upload Failed", `Failed to upload ${nouns[field]}`);
        } finally {
          running.current.delete(controller);
        }
      };
      queues.current[field] = (queues.current[field] ?? Promise.resolve()).then(send);
      return () => {
        controller.abort();
        remove(id);
      };
    };
    const retry = () => update(id, { state: "waiting", error: "", cancel: attempt() });
    const cancel = attempt();
    // A new file replaces failed tasks, except tasks of a list that can be retried.
    const isReplaced = (task: UploadTask) =>
      task.field === field && task.state === "failed" && !(isList(field) && task.retryable);
    setTasks((before) => [
      ...before.filter((task) => !isReplaced(task)),
      { id, field, name: file.name, share: 0, state: "waiting", error: "", retryable: false, cancel, retry },
    ]);
  };

  return {
    tasks,
    /** The number of uploads that are waiting or being sent. */
    running: tasks.filter((task) => task.state !== "failed").length,
    /** Uploads a file for a field and calls `onDone` with its URL. A failure is shown as a toast and in the task. */
    start,
  };
}

export type Uploads = ReturnType<typeof useUploads>;

const unsupportedMediaType = 415;
const isVideoUrl = (url: string): boolean => /\.(mp4|webm)$/.test(url);
const isList = (field: MediaField): boolean => field === "screenshots" || field === "videos";

// The server's message about the type would offer videos for a logo, since it does not know the field.
function errorFor(thrown: unknown, field: MediaField): string {
  if (thrown instanceof UploadError && thrown.status === unsupportedMediaType) return `${typeErrorFor(field)}.`;
  return thrown instanceof TypeError ? "" : readFailure(thrown).message;
}
