/** How much of a file has been sent, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** The server's answer that it did not keep the file, with its sentence. */
export class UploadError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Whether the same file may arrive when it is sent again: it broke off, or the server could not take it just then. */
export const isPassing = (thrown: unknown): boolean =>
  !(thrown instanceof UploadError) || thrown.status >= 500 || thrown.status === 429 || thrown.status === 408;

/**
 * Sends one file as a multipart form and gives the server's JSON answer. Uploads are the only calls outside Connect,
 * and the only ones by XMLHttpRequest, which alone tells how far a file has come.
 * Rejects with an UploadError when the server refused it, with a TypeError when there was no answer, as fetch does, and with an AbortError
 * after `signal`.
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
      const answer = readObject(request.responseText);
      if (request.status >= 200 && request.status < 300 && answer) resolve(answer);
      else {
        const said = typeof answer?.error === "string" && answer.error ? answer.error : "Upload failed";
        reject(new UploadError(said, request.status));
      }
    };
    request.onerror = () => reject(new TypeError("The upload was cut off"));
    request.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    if (signal?.aborted) {
      reject(new DOMException("The upload was cancelled", "AbortError"));
      return;
    }
    const form = new FormData();
    form.append(field, file);
    request.send(form);
  });
}

/** The largest picture and film that the server takes, in bytes. */
export const maxImageBytes = 5 * 1024 * 1024;
export const maxVideoBytes = 100 * 1024 * 1024;

// A proxy's error page is no JSON, and then says nothing to a person.
function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
