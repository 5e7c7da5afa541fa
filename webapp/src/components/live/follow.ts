import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import type { QueryClient } from "@tanstack/react-query";
import { LiveService, type LiveTopicSchema } from "../../gen/uvboard/v1/live_service_pb";
import { itemChanged, listChanged, lists, refetch, type Topic } from "./changes";

// A change of screens ends one topic and begins another: the stream is opened again once for both.
const debounceMs = 150;
// A tab that is hidden for longer closes its stream.
const hiddenMs = 5_000;
// The server sends something at least every 25 seconds.
const silenceMs = 60_000;
const minBackoffMs = 500;
const maxBackoffMs = 30_000;
// The server's limit.
const maxTopics = 8;

/** How long to wait after a number of failures in a row. The random part keeps clients from returning all at once. */
export const backoff = (failures: number, random = Math.random()): number =>
  Math.min(maxBackoffMs, minBackoffMs * 2 ** (failures - 1)) * (0.5 + random / 2);

/** The stream of this tab and how often each topic is followed. */
const topics = new Map<Topic, number>();
let stream: AbortController | undefined;
let opened = "";
let timer: number | undefined;
let watching = false;

/** Follows topics until the returned function is called. */
export function follow(client: QueryClient, transport: Transport, added: Topic[]): () => void {
  const reopen = (delayMs: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => open(client, transport), delayMs);
  };
  for (const topic of added) topics.set(topic, (topics.get(topic) ?? 0) + 1);
  if (!watching) {
    watching = true;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        window.clearTimeout(timer);
        timer = window.setTimeout(close, hiddenMs);
      } else reopen(0);
    });
    // A page with an open stream could not go into the back/forward cache.
    window.addEventListener("pagehide", close);
    window.addEventListener("pageshow", (event) => event.persisted && reopen(0));
    window.addEventListener("online", () => {
      close();
      reopen(0);
    });
  }
  reopen(debounceMs);
  return () => {
    for (const topic of added) {
      const left = (topics.get(topic) ?? 1) - 1;
      if (left > 0) topics.set(topic, left);
      else topics.delete(topic);
    }
    reopen(debounceMs);
  };
}

function close() {
  stream?.abort();
  stream = undefined;
}

/** Opens a stream for the topics, unless it is open. */
function open(client: QueryClient, transport: Transport) {
  const followed = [...topics.keys()].slice(-maxTopics);
  const key = followed.toSorted().join(" ");
  if (stream && key === opened) return;
  close();
  if (followed.length === 0 || document.hidden) return;
  opened = key;
  stream = new AbortController();
  void receive(client, transport, followed, stream.signal);
}

/** Receives events until it is stopped. A stream that ends or falls silent is opened again. */
async function receive(client: QueryClient, transport: Transport, followed: Topic[], stopped: AbortSignal) {
  const live = createClient(LiveService, transport);
  const request = { topics: followed.map(toMessage), since: position() };
  for (let failures = 0; !stopped.aborted; ) {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    stopped.addEventListener("abort", abort);
    let silence = window.setTimeout(abort, silenceMs);
    try {
      for await (const { event } of live.subscribe(request, { signal: attempt.signal })) {
        window.clearTimeout(silence);
        silence = window.setTimeout(abort, silenceMs);
        if (event.case === "ready") failures = 0;
        if ((event.case === "ready" && !event.value.unchanged) || event.case === "resync") refetch(client, followed);
        else if (event.case === "changed") itemChanged(client, event.value, followed);
        else if (event.case === "changedList") listChanged(client, event.value);
      }
    } catch (error) {
      // The connection is broken, the server is stopping, or this tab has let go. Only another attempt can tell.
      if (ConnectError.from(error).code === Code.Unauthenticated) {
        // The session has ended. The page stays as it is, with what was typed, until the user does something.
        topics.delete("own");
        window.setTimeout(() => open(client, transport));
      }
    }
    window.clearTimeout(silence);
    stopped.removeEventListener("abort", abort);
    if (!stopped.aborted) await waitToReconnect(++failures, stopped);
  }
}

/** Waits for the back-off, and without a network for its return, which opens a new stream at once. */
async function waitToReconnect(failures: number, stopped: AbortSignal) {
  await new Promise<void>((resolve) => {
    stopped.addEventListener("abort", () => resolve(), { once: true });
    if (navigator.onLine) window.setTimeout(resolve, backoff(failures));
  });
}

/**
 * Where the changes stood when the server made the page, from its header Server-Timing. Everything else that the page shows was
 * fetched later. Empty in browsers that hide the header, as some do without HTTPS: the page then fetches again what it shows.
 */
function position(): string {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return page?.serverTiming?.find(({ name }) => name === "live")?.description ?? "";
}

function toMessage(topic: Topic): MessageInitShape<typeof LiveTopicSchema> {
  if (topic === "own") return { topic: { case: "own", value: true } };
  if (topic in lists) return { topic: { case: "list", value: lists[topic as keyof typeof lists] } };
  const [type = "", id = ""] = topic.split(":");
  return { topic: { case: "item", value: { type, id } } };
}
