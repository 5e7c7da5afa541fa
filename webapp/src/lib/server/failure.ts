import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorDetailSchema } from "../../gen/uvboard/v1/common_pb";

/** What a failed request means to the user and to a form. */
export type Failure = {
  /** A message for the user; empty if the server sent none. */
  message: string;
  /** The server's stable error code, such as USERNAME_TAKEN; empty if there is none. */
  code: string;
  /** The message of each invalid field, by its camelCase path. */
  fields: Record<string, string>;
  /** The session is missing or has ended. */
  unauthenticated: boolean;
  notFound: boolean;
};

/** Reads any thrown value; never throws. */
export function readFailure(thrown: unknown): Failure {
  const error = thrown instanceof ConnectError ? thrown : undefined;
  const detail = error?.findDetails(ErrorDetailSchema)[0];
  return {
    message: messageOf(thrown),
    code: detail?.code ?? "",
    fields: detail?.fields ?? {},
    unauthenticated: error?.code === Code.Unauthenticated,
    notFound: error?.code === Code.NotFound,
  };
}

/** The message for a failed request, or `fallback` if the server sent none. */
export const failureMessage = (thrown: unknown, fallback: string): string => readFailure(thrown).message || fallback;

function messageOf(thrown: unknown): string {
  if (isOffline(thrown)) return "The server could not be reached. Check your connection and try again.";
  // Only a Connect response has a message for users. For any other response, such as a proxy's error page, Connect makes
  // up a technical text like "HTTP 502".
  if (thrown instanceof ConnectError) return thrown.isWireError ? thrown.rawMessage : "";
  return thrown instanceof Error ? thrown.message : String(thrown);
}

// fetch and import() throw a TypeError if they get no response.
const isOffline = (thrown: unknown): boolean =>
  thrown instanceof TypeError || (thrown instanceof ConnectError && thrown.cause instanceof TypeError);
