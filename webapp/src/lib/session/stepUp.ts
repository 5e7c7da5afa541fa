import type { Interceptor } from "@connectrpc/connect";
import { readFailure } from "../server/failure";

let ask: (() => Promise<boolean>) | undefined;

/** Sets how a page asks the user for a proof that they are at the browser. The promise says whether they gave it. Returns how to end it. */
export function provideStepUp(asks: () => Promise<boolean>) {
  ask = asks;
  return () => {
    ask = undefined;
  };
}

/** Asks for the proof if a call needs one, then sends the call again. */
export const stepUp: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    if (readFailure(error).code !== "STEP_UP_REQUIRED" || !(await ask?.())) throw error;
    return next(request);
  }
};
