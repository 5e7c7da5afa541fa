/**
 * Sends one file as a multipart form, and gives the JSON answer. `onProgress` hears the share sent, from 0 to 1.
 * A refusal throws an Error with the server's sentence, or an empty one when it said nothing; an abort throws an AbortError.
 */
export function sendFile(
  address: string,
  field: string,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Record<string, unknown>> {
  // fetch does not tell how far it has come.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open("POST", address);
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => {
      const answer: unknown = request.response;
      const body = typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : {};
      if (request.status >= 200 && request.status < 300) resolve(body);
      else reject(new Error(typeof body.error === "string" ? body.error : ""));
    };
    request.onerror = () => reject(new Error(""));
    request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
    signal.addEventListener("abort", () => request.abort());
    const form = new FormData();
    form.set(field, file);
    request.send(form);
  });
}
