import { readFailure } from "../../lib/failure";
import { toastError } from "../../lib/toast";
import { useForum } from "./context";

/**
 * Runs a request of a form and returns its answer. Errors at fields are thrown, for the form. If the session has ended, the
 * login dialog opens; any other error is a toast. Both return undefined, so that the form keeps its values.
 */
export function useSend(action: string, fallback: string) {
  const { askToLogin } = useForum();
  return async <T>(request: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await request();
    } catch (error) {
      const { fields, message, unauthenticated } = readFailure(error);
      if (Object.keys(fields).length > 0) throw error;
      if (unauthenticated) askToLogin(action);
      else toastError("Error", message || fallback);
      return undefined;
    }
  };
}
