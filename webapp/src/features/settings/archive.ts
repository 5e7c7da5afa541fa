export type Archive = { name: string; blob: Blob };

/**
 * Downloads the user's data. The size is not known in advance. Rejects with the server's message, with a TypeError if
 * the connection fails, and with an AbortError after `signal`.
 */
export async function fetchArchive(
  userId: string,
  { onProgress, signal }: { onProgress: (bytes: number) => void; signal: AbortSignal },
): Promise<Archive> {
  const response = await fetch(`/api/users/${encodeURIComponent(userId)}/export`, {
    credentials: "same-origin",
    signal,
  });
  if (!response.ok || !response.body) throw new Error(await errorMessage(response));
  let total = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, output) {
      total += chunk.byteLength;
      onProgress(total);
      output.enqueue(chunk);
    },
  });
  return {
    name: fileName(response.headers.get("Content-Disposition")),
    // The browser collects the stream into a Blob, which it may keep on disk.
    blob: await new Response(response.body.pipeThrough(counter), { headers: response.headers }).blob(),
  };
}

/** Saves the archive among the browser's downloads. */
export function save({ name, blob }: Archive): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns the file name of a Content-Disposition header, or a default. */
export const fileName = (disposition: string | null): string =>
  disposition?.match(/filename="?([\w.-]+)"?/)?.[1] ?? "uvboard-export.zip";

const units = ["kB", "MB", "GB"] as const;

/** Formats a size: 12 kB, 3.4 MB. */
export function formatSize(bytes: number): string {
  let amount = bytes / 1000;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${unit === 0 ? Math.ceil(amount) : amount.toFixed(1)} ${units[unit]}`;
}

// A proxy may answer without JSON.
async function errorMessage(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: unknown };
    if (typeof error === "string" && error) return error;
  } catch {}
  return "Failed to export your data";
}
