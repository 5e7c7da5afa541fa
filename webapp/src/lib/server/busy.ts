import { ConnectError, type Interceptor } from "@connectrpc/connect";
import { ErrorDetailSchema } from "../../gen/uvboard/v1/common_pb";

/** A call is repeated so often. */
const maxRepeats = 4;

/**
 * Repeats a call that a busy server has refused before it did anything, after the time that it asks for. Up to as much again is
 * added at random, so that callers that were refused together do not come back together.
 */
export const whenBusy: Interceptor = (next) => async (request) => {
  for (let repeats = 0; ; repeats++) {
    try {
      return await next(request);
    } catch (error) {
      const refusal = ConnectError.from(error).findDetails(ErrorDetailSchema)[0];
      if (refusal?.code !== "BUSY" || repeats === maxRepeats) throw error;
      const seconds = refusal.retryAfter || 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + Math.random())));
      request.signal.throwIfAborted();
    }
  }
};
