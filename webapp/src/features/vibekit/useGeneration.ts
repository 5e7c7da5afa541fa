import { createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { VibeKitService } from "../../gen/uvboard/v1/vibekit_service_pb";
import { readFailure } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toast, toastError } from "../../lib/ui/toast";

/** The values that a generation yields: partial results, then the finished one. */
type Step<R> = { partial: R; result?: undefined } | { partial?: undefined; result: R };

/**
 * Generates with a streaming method. Unmounting ends the request, and with it that of the AI provider. `done` is the toast after a
 * success.
 */
export function useGeneration<R>(done: string) {
  const [shown, setShown] = useState<R>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ title: string; message: string; retry: () => void }>();
  const request = useRef<AbortController>(undefined);
  const client = useQueryClient();
  const transport = useTransport();
  const invalidate = useInvalidate();
  useEffect(() => () => request.current?.abort(), []);

  const refresh = () => {
    const { getVibeKitStatus, listGenerations } = VibeKitService.method;
    void client.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: getVibeKitStatus, transport, cardinality: "finite" }),
    });
    void invalidate(listGenerations);
  };

  /** Starts a request in place of a running one. Rejects if the server finds a field invalid. */
  const start = async (steps: (options: { signal: AbortSignal }) => AsyncIterable<Step<R>>): Promise<void> => {
    request.current?.abort();
    const abort = new AbortController();
    request.current = abort;
    const before = shown;
    setShown(undefined);
    setFailed(undefined);
    setBusy(true);
    try {
      for await (const { partial, result } of steps({ signal: abort.signal })) {
        if (abort.signal.aborted) return;
        setShown(partial ?? result);
        if (result) toast(done);
      }
    } catch (thrown) {
      if (abort.signal.aborted) return;
      setShown(before);
      const failure = readFailure(thrown);
      if (Object.keys(failure.fields).length > 0) throw thrown;
      const title = failure.code === "OPENAI_KEY_MISSING" ? "OpenAI API Key Missing" : "Generation failed";
      const message = failure.message || "Please try again";
      toastError(title, message);
      setFailed({ title, message, retry: () => void start(steps) });
    } finally {
      if (request.current === abort) setBusy(false);
      refresh();
    }
  };

  return {
    shown,
    busy,
    /** The failure of the last request, until the next one. */
    failed,
    start,
    /** Shows a result of the history. */
    show: (result: R) => {
      request.current?.abort();
      setBusy(false);
      setFailed(undefined);
      setShown(result);
    },
    /** Cancels the request and keeps the partial result. */
    cancel: () => {
      request.current?.abort();
      setBusy(false);
    },
  };
}
