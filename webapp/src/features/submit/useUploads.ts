import { useEffect, useRef, useState } from "react";
import { toastError } from "../../lib/toast";
import { maxImageBytes, maxVideoBytes, upload } from "../../lib/upload";

export type MediaField = "logo" | "coverImage" | "screenshots" | "videos";

export type UploadTask = {
  id: number;
  field: MediaField;
  name: string;
  /** How much has been sent, from 0 to 1. */
  share: number;
  cancel: () => void;
};

const words: Record<MediaField, string> = { logo: "logo", coverImage: "cover", screenshots: "media", videos: "media" };

/** The uploads under way in the form. They end with the screen. */
export function useUploads() {
  const [tasks, setTasks] = useState<UploadTask[]>([]);
  const lastId = useRef(0);
  const running = useRef(new Set<AbortController>());

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers) controller.abort();
    };
  }, []);

  const send = async (field: MediaField, file: File, onDone: (url: string) => void) => {
    const isVideo = file.type.startsWith("video/");
    if (file.size > (isVideo ? maxVideoBytes : maxImageBytes)) {
      toastError("File too large", isVideo ? "Maximum size is 100MB" : "Maximum size is 5MB");
      return;
    }
    const id = ++lastId.current;
    const controller = new AbortController();
    running.current.add(controller);
    setTasks((before) => [...before, { id, field, name: file.name, share: 0, cancel: () => controller.abort() }]);
    const onProgress = (share: number) =>
      setTasks((before) => before.map((task) => (task.id === id ? { ...task, share } : task)));
    try {
      const { url } = await upload("/api/upload", "file", file, { onProgress, signal: controller.signal });
      if (typeof url !== "string") throw new Error("");
      onDone(url);
    } catch (thrown) {
      if (!controller.signal.aborted) toastError("Upload Failed", failedText(field, thrown));
    } finally {
      running.current.delete(controller);
      setTasks((before) => before.filter((task) => task.id !== id));
    }
  };

  return {
    tasks,
    /** Sends a file for a field, and gives its address once it is kept. What goes wrong is said in a toast. */
    start: (field: MediaField, file: File, onDone: (url: string) => void) => void send(field, file, onDone),
  };
}

export type Uploads = ReturnType<typeof useUploads>;

// The server says what it does not like about a file; without its word there is only the fact.
function failedText(field: MediaField, thrown: unknown): string {
  const fact = `Failed to upload ${words[field]}`;
  const said = thrown instanceof Error && !(thrown instanceof TypeError) ? thrown.message : "";
  return said && said !== "Upload failed" ? `${fact}. ${said}` : fact;
}
