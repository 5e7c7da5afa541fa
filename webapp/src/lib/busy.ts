import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { ErrorDetailSchema } from "../gen/uvboard/v1/common_pb";

/** A call is repeated so often, and not later than this after its first refusal. */
const maxRepeats = 4;
const maxWaitMs = 20_000;

/**
 * Repeats a call that a busy server has refused before it did anything, after the time that it asks for. Up to as much again is
 * added at random, so that callers that were refused together do not come back together.
 */
export const whenBusy: Interceptor = (next) => async (request) => {
  const giveUp = Date.now() + maxWaitMs;
  for (let repeats = 0; ; repeats++) {
    try {
      return await next(request);
    } catch (error) {
      const seconds = request.stream ? undefined : busyFor(error);
      if (seconds === undefined || repeats === maxRepeats) throw error;
      const delay = seconds * 1000 * (1 + Math.random());
      if (Date.now() + delay > giveUp) throw error;
      await wait(delay, request.signal);
    }
  }
};

/** The seconds after which a busy server wants to be asked again; undefined for any other failure. */
function busyFor(error: unknown): number | undefined {
  if (!(error instanceof ConnectError) || error.code !== Code.Unavailable) return undefined;
  const detail = error.findDetails(ErrorDetailSchema)[0];
  return detail?.code === "BUSY" ? detail.retryAfter || 1 : undefined;
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(ConnectError.from(signal.reason, Code.Canceled));
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
