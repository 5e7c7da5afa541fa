import { toastFailure } from "../../lib/form/useProtoForm";
import type { Failure } from "../../lib/server/failure";
import { useAskToLogin } from "./askToLogin";

/** Reports that a form's request failed: as a toast or, if the session has ended, as the dialog that asks for a login. */
export function useForumFailure(action: string) {
  const askToLogin = useAskToLogin();
  return (failure: Failure): boolean => {
    if (failure.unauthenticated) askToLogin(action);
    else toastFailure(failure);
    return true;
  };
}
