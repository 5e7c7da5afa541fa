import type { ConnectError } from "@connectrpc/connect";
import type { ErrorDetail } from "../gen/uvboard/v1/common_pb";

/** What a failed call means to a person and to a form. */
export type Failure = {
  /** A sentence to show; empty when the server said nothing fit to read. */
  message: string;
  /** Stable word for machines, such as USERNAME_TAKEN; empty when there is none. */
  code: string;
  /** The sentence for each field at fault, by its name in camelCase. */
  fields: Record<string, string>;
  /** Not logged in. */
  unauthenticated: boolean;
  notFound: boolean;
};

// Connect's numbers. Its own names for them, and its class, would bring its code to screens that have not called yet.
const notFound = 5;
const unauthenticated = 16;

type CallError = ConnectError & { detail?: ErrorDetail };
const isCallError = (thrown: unknown): thrown is CallError => thrown instanceof Error && thrown.name === "ConnectError";

/** Reads any thrown thing. It never throws itself. */
export function readFailure(thrown: unknown): Failure {
  const error = isCallError(thrown) ? thrown : undefined;
  return {
    message: isOffline(thrown)
      ? "The server could not be reached. Check your connection and try again."
      : (error?.rawMessage ?? (thrown instanceof Error ? thrown.message : String(thrown))),
    code: error?.detail?.code ?? "",
    fields: error?.detail?.fields ?? {},
    unauthenticated: error?.code === unauthenticated,
    notFound: error?.code === notFound,
  };
}

/** The sentence to show for a failed call, or the given one when the server said nothing fit to read. */
export const failureMessage = (thrown: unknown, otherwise: string): string => readFailure(thrown).message || otherwise;

// A fetch that never got an answer, and a piece of the app that did not come, are TypeErrors with a text of the browser's own.
const isOffline = (thrown: unknown): boolean =>
  thrown instanceof TypeError || (isCallError(thrown) && thrown.cause instanceof TypeError);
