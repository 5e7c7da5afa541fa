/** Pieces of an archive that are still on their way are handed to the browser in parcels, which it may keep on disk. */
const parcelBytes = 8 * 1024 * 1024;

export type Archive = { name: string; blob: Blob };

/**
 * Fetches everything the board keeps of a member. Its size is not known before it ends. Rejects with the server's
 * sentence, with a TypeError when the connection broke, and with an AbortError after `signal`.
 */
export async function fetchArchive(
  userId: string,
  { onProgress, signal }: { onProgress: (bytes: number) => void; signal: AbortSignal },
): Promise<Archive> {
  const answer = await fetch(`/api/users/${encodeURIComponent(userId)}/export`, { credentials: "same-origin", signal });
  if (!answer.ok || !answer.body) throw new Error(await sentenceOf(answer));
  const parcels: Blob[] = [];
  let pieces: BlobPart[] = [];
  let waiting = 0;
  let total = 0;
  const reader = answer.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    waiting += piece.value.byteLength;
    total += piece.value.byteLength;
    onProgress(total);
    if (waiting >= parcelBytes) {
      parcels.push(new Blob(pieces));
      pieces = [];
      waiting = 0;
    }
  }
  return {
    name: nameOf(answer.headers.get("Content-Disposition")),
    blob: new Blob([...parcels, ...pieces], { type: "application/zip" }),
  };
}

/** Has the browser keep the archive where it keeps downloads. */
export function save({ name, blob }: Archive): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The file name that an answer proposes. */
export const nameOf = (disposition: string | null): string =>
  disposition?.match(/filename="?([\w.-]+)"?/)?.[1] ?? "uvboard-export.zip";

const steps = ["kB", "MB", "GB"] as const;

/** A size as it is shown: 12 kB, 3.4 MB. */
export function size(bytes: number): string {
  let amount = bytes / 1000;
  let step = 0;
  while (amount >= 1000 && step < steps.length - 1) {
    amount /= 1000;
    step++;
  }
  const shown = step === 0 ? Math.ceil(amount).toString() : amount.toFixed(1);
  return `${shown} ${steps[step]}`;
}

// A proxy's error page is no JSON, and then says nothing to a person.
async function sentenceOf(answer: Response): Promise<string> {
  try {
    const { error } = (await answer.json()) as { error?: unknown };
    if (typeof error === "string" && error) return error;
  } catch {}
  return "Failed to export your data";
}
