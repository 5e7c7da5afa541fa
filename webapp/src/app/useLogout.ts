import { useNavigate } from "@tanstack/react-router";
import { calls, useMutation } from "../lib/calls";
import { failureMessage } from "../lib/failure";
import { paths } from "../lib/paths";
import { useSessionChange } from "../lib/session";
import { toast, toastError } from "../lib/toast";

/** Ends the session: everything cached is forgotten, home is shown, and a toast says so. */
export function useLogout(onDone: () => void) {
  const navigate = useNavigate();
  const session = useSessionChange();
  const { mutate, isPending } = useMutation(calls.logout, {
    onSuccess: async () => {
      onDone();
      // First away from what is shown to members only, which would be asked for anew as nobody.
      await navigate({ to: paths.home });
      await session.end();
      toast("Logged out", "You have been successfully logged out.");
    },
    onError: (error) => toastError("Error", failureMessage(error, "Failed to logout")),
  });
  return { start: () => mutate({}), isPending };
}
