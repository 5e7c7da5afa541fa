import { useEffect, useRef, useState } from "react";
import { toastError } from "../../lib/toast";
import { isPassing, maxImageBytes, maxVideoBytes, UploadError, upload } from "../../lib/upload";
import { refusalOf } from "./media";

export type MediaField = "logo" | "coverImage" | "screenshots" | "videos";

export type UploadTask = {
  id: number;
  field: MediaField;
  name: string;
  /** How much has been sent, from 0 to 1. */
  share: number;
  /** A failed one stays until it is tried again or given up, or until another file takes its place. */
  state: "waiting" | "sending" | "failed";
  /** Why it failed; empty as long as it has not. */
  why: string;
  /** Whether a failed one may arrive when it is tried again. */
  passing: boolean;
  cancel: () => void;
  retry: () => void;
};

const words: Record<MediaField, string> = { logo: "logo", coverImage: "cover", screenshots: "media", videos: "media" };

/** The uploads of the form. Those of one field go one after the other, so that they arrive in order. They end with the screen. */
export function useUploads() {
  const [tasks, setTasks] = useState<UploadTask[]>([]);
  const lastId = useRef(0);
  const running = useRef(new Set<AbortController>());
  const last = useRef<Partial<Record<MediaField, Promise<void>>>>({});

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers) controller.abort();
    };
  }, []);

  const change = (id: number, to: Partial<UploadTask>) =>
    setTasks((before) => before.map((task) => (task.id === id ? { ...task, ...to } : task)));
  const drop = (id: number) => setTasks((before) => before.filter((task) => task.id !== id));

  const start = (field: MediaField, file: File, onDone: (url: string) => void) => {
    const isVideo = file.type.startsWith("video/");
    if (file.size > (isVideo ? maxVideoBytes : maxImageBytes)) {
      toastError("File too large", isVideo ? "Maximum size is 100MB" : "Maximum size is 5MB");
      return;
    }
    const id = ++lastId.current;
    const attempt = () => {
      const controller = new AbortController();
      running.current.add(controller);
      const cancel = () => {
        controller.abort();
        drop(id);
      };
      const send = async () => {
        if (controller.signal.aborted) return;
        change(id, { state: "sending" });
        try {
          const { url } = await upload("/api/upload", "file", file, {
            onProgress: (share) => change(id, { share }),
            signal: controller.signal,
          });
          if (typeof url !== "string") throw new Error("");
          // The server goes by what is in a file, whatever it is called.
          if (isFilm(url) !== (field === "videos")) throw new UploadError("", unsupported);
          onDone(url);
          drop(id);
        } catch (thrown) {
          if (controller.signal.aborted) return;
          change(id, { state: "failed", share: 0, why: reasonOf(thrown, field), passing: isPassing(thrown) });
          // Why is said beside the file.
          toastError("Upload Failed", `Failed to upload ${words[field]}`);
        } finally {
          running.current.delete(controller);
        }
      };
      last.current[field] = (last.current[field] ?? Promise.resolve()).then(send);
      return cancel;
    };
    const retry = () => change(id, { state: "waiting", why: "", cancel: attempt() });
    const cancel = attempt();
    // A list still waits for those of its files that may yet arrive.
    const isOver = (task: UploadTask) =>
      task.field === field && task.state === "failed" && !(isList(field) && task.passing);
    setTasks((before) => [
      ...before.filter((task) => !isOver(task)),
      { id, field, name: file.name, share: 0, state: "waiting", why: "", passing: false, cancel, retry },
    ]);
  };

  return {
    tasks,
    /** How many have still to arrive. */
    running: tasks.filter((task) => task.state !== "failed").length,
    /** Sends a file for a field, and gives its address once it is kept. That it failed is said in a toast, why in its task. */
    start,
  };
}

export type Uploads = ReturnType<typeof useUploads>;

const unsupported = 415;
const isFilm = (url: string): boolean => /\.(mp4|webm)$/.test(url);
const isList = (field: MediaField): boolean => field === "screenshots" || field === "videos";

// The server says what it does not like about a file, but not knowing the field it would offer films for a logo; without
// its word there is only the fact.
function reasonOf(thrown: unknown, field: MediaField): string {
  if (thrown instanceof UploadError && thrown.status === unsupported) return `${refusalOf(field)}.`;
  const said = thrown instanceof Error && !(thrown instanceof TypeError) ? thrown.message : "";
  return said === "Upload failed" ? "" : said;
}
