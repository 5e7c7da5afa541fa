import { clone, type DescMessage, type Message } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { readFailure } from "./failure";

let ask: ((message: string) => Promise<boolean>) | undefined;

/** Sets how the user is asked whether to publish a text that looks like a live key. Returns how to end it. */
export function providePublishAnyway(asks: (message: string) => Promise<boolean>) {
  ask = asks;
  return () => {
    ask = undefined;
  };
}

/** Asks the user if a text looks like a live key, then sends the call again or fails as it did, so that a form keeps the text. */
export const publishAnyway: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    const { code, message } = readFailure(error);
    if (request.stream || code !== "SECRET_FOUND" || !(await ask?.(message))) throw error;
    return next({ ...request, message: allowed(request.method.input, request.message) });
  }
};

/** The same request with publishAnyway, which is in the request itself or in the message that is its body. */
function allowed<Desc extends DescMessage>(schema: Desc, message: Message) {
  const copy = clone(schema, message as never);
  for (const part of [copy, ...Object.values(copy)]) {
    if (typeof part === "object" && part !== null && "publishAnyway" in part) part.publishAnyway = true;
  }
  return copy;
}
