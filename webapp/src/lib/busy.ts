import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { ErrorDetailSchema } from "../gen/uvboard/v1/common_pb";

/** A call is repeated so often, if the server asks for no longer wait than this. */
const maxRepeats = 4;
const maxSeconds = 5;

/**
 * Repeats a call that a busy server has refused before it did anything, after the time that it asks for. Up to as much again is
 * added at random, so that callers that were refused together do not come back together.
 */
export const whenBusy: Interceptor = (next) => async (request) => {
  for (let repeats = 0; ; repeats++) {
    try {
      return await next(request);
    } catch (error) {
      const seconds = request.stream ? NaN : busyFor(error);
      if (!(seconds <= maxSeconds) || repeats === maxRepeats) throw error;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + Math.random())));
      request.signal.throwIfAborted();
    }
  }
};

/** The seconds after which a busy server wants to be asked again; NaN for any other failure. */
function busyFor(error: unknown): number {
  if (!(error instanceof ConnectError) || error.code !== Code.Unavailable) return NaN;
  const detail = error.findDetails(ErrorDetailSchema)[0];
  return detail?.code === "BUSY" ? detail.retryAfter || 1 : NaN;
}
