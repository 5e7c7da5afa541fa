import type { Failure } from "../../lib/failure";
import { toastFailure } from "../../lib/useProtoForm";
import { useForum } from "./context";

/** Reports that a form's request failed: as a toast or, if the session has ended, as the dialog that asks for a login. */
export function useForumFailure(action: string) {
  const { askToLogin } = useForum();
  return (failure: Failure): boolean => {
    if (failure.unauthenticated) askToLogin(action);
    else toastFailure(failure);
    return true;
  };
}
