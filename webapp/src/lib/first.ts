import type { QueryClient } from "@tanstack/react-query";
import { type Call, keyOf } from "./calls";

/** An answer that came with the page, and the question it is to. */
type First = { service: string; method: string; paged: boolean; input: Record<string, unknown>; answer: unknown };

/**
 * Keeps what the server sent along with the page, as if it had been asked for just now. A page that the browser had kept
 * may be old: what it shows is then asked for again, and who is there is not taken from it.
 */
export function keepFirst(client: QueryClient): void {
  const element = document.getElementById("first");
  if (!element?.textContent) return;
  const kept = isKept();
  const all = JSON.parse(element.textContent, revive) as First[];
  for (const { service, method, paged, input, answer } of all) {
    if (kept && method === "GetSession") continue;
    const key = keyOf({ service, method } as Call<never, never>, input as never, paged ? "infinite" : "finite");
    client.setQueryData(key, paged ? { pages: [answer], pageParams: [""] } : answer, {
      updatedAt: kept ? 0 : undefined,
    });
  }
  element.remove();
}

// Going back and forth takes pages out of the browser's own store without asking the server; then nothing was transferred.
function isKept(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.transferSize === 0;
}

/** Gives an answer the two things that JSON has no word for; see backend/platform/web/message.go. */
export function revive(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("$struct" in value) return JSON.parse(value.$struct as string) as unknown;
  if ("$typeName" in value && value.$typeName === "google.protobuf.Timestamp" && "seconds" in value) {
    return { ...value, seconds: BigInt(value.seconds as string) };
  }
  return value;
}
