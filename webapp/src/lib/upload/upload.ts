import { toast } from "../ui/toast";

/** The uploaded share of a file, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** The server's refusal of a file, with its message. */
export class UploadError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Whether a retry with the same file may succeed: the connection broke, or the server was busy or failed. */
export const isRetryable = (thrown: unknown): boolean =>
  !(thrown instanceof UploadError) || thrown.status >= 500 || thrown.status === 429 || thrown.status === 408;

/**
 * Uploads one file as a multipart form and returns the server's JSON response. Uploads do not use Connect, and use
 * XMLHttpRequest since fetch does not report upload progress.
 * Rejects with an UploadError if the server refuses the file, with a TypeError if there is no response, as fetch does,
 * and with an AbortError after `signal`.
 */
export function upload(
  path: string,
  field: string,
  file: File,
  { onProgress, signal }: { onProgress?: OnProgress; signal?: AbortSignal } = {},
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      const body = parseObject(request.responseText);
      if (request.status >= 200 && request.status < 300 && body) {
        if (typeof body.notice === "string") toast("Please note", body.notice); // such as that an animation stands still
        resolve(body);
      } else reject(new UploadError(typeof body?.error === "string" ? body.error : "", request.status));
    };
    request.onerror = () => reject(new TypeError("the connection broke during the upload"));
    request.onabort = () => reject(new DOMException("the upload was canceled", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    if (signal?.aborted) {
      reject(new DOMException("the upload was canceled", "AbortError"));
      return;
    }
    const form = new FormData();
    form.append(field, file);
    request.send(form);
  });
}

// A proxy's error page is not JSON and has no message for users.
function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
