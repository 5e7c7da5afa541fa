import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorDetailSchema } from "../gen/uvboard/v1/common_pb";

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

/** Reads any thrown thing. It never throws itself. */
export function readFailure(thrown: unknown): Failure {
  const error = ConnectError.from(thrown);
  const detail = error.findDetails(ErrorDetailSchema)[0];
  return {
    message: isOffline(error)
      ? "The server could not be reached. Check your connection and try again."
      : error.rawMessage,
    code: detail?.code ?? "",
    fields: detail?.fields ?? {},
    unauthenticated: error.code === Code.Unauthenticated,
    notFound: error.code === Code.NotFound,
  };
}

/** The sentence to show for a failed call, or the given one when the server said nothing fit to read. */
export const failureMessage = (thrown: unknown, otherwise: string): string => readFailure(thrown).message || otherwise;

// A fetch that never got an answer surfaces as a TypeError with a text of the browser's own.
const isOffline = (error: ConnectError): boolean => error.cause instanceof TypeError;
