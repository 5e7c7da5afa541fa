import { afterEach, expect, test, vi } from "vitest";
import { fetchArchive, fileName, formatSize } from "./archive";

afterEach(() => vi.unstubAllGlobals());

const respondWith = (response: Response) => vi.stubGlobal("fetch", () => Promise.resolve(response));
const download = (onProgress: (bytes: number) => void = () => {}) =>
  fetchArchive("42", { onProgress, signal: new AbortController().signal });

test("an archive is joined from its chunks, and progress is reported", async () => {
  const chunks = [new Uint8Array([1, 2, 3]), new Uint8Array(9 * 1024 * 1024).fill(4), new Uint8Array([5])];
  const body = new ReadableStream({
    start(stream) {
      for (const chunk of chunks) stream.enqueue(chunk);
      stream.close();
    },
  });
  respondWith(
    new Response(body, { headers: { "Content-Disposition": "attachment; filename=uvboard-ada-2026-05-01.zip" } }),
  );
  const progress: number[] = [];
  const { name, blob } = await download((bytes) => progress.push(bytes));
  expect(name).toBe("uvboard-ada-2026-05-01.zip");
  expect(progress).toEqual([3, 9 * 1024 * 1024 + 3, 9 * 1024 * 1024 + 4]);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  expect([bytes.length, bytes[2], bytes[3], bytes.at(-1)]).toEqual([9 * 1024 * 1024 + 4, 3, 4, 5]);
});

test.each([
  [Response.json({ error: "Too many requests. Please wait." }, { status: 429 }), "Too many requests. Please wait."],
  [new Response("<html>", { status: 502 }), "Failed to export your data"],
])("a failed download rejects with the server's message or the fallback", async (response, message) => {
  respondWith(response);
  await expect(download()).rejects.toThrow(message);
});

test.each([
  ['attachment; filename="uvboard-a_b.zip"', "uvboard-a_b.zip"],
  [null, "uvboard-export.zip"],
  ["attachment", "uvboard-export.zip"],
])("the header %s gives the file name %s", (header, name) => expect(fileName(header)).toBe(name));

test.each([
  [0, "0 kB"],
  [1, "1 kB"],
  [999_000, "999 kB"],
  [3_449_000, "3.4 MB"],
  [12_000_000_000, "12.0 GB"],
  [5_000_000_000_000, "5000.0 GB"],
])("%d bytes are shown as %s", (bytes, text) => expect(formatSize(bytes)).toBe(text));
