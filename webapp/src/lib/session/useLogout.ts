import { useMutation } from "@connectrpc/connect-query";
import { useNavigate } from "@tanstack/react-router";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { paths } from "../page/paths";
import { failureMessage } from "../server/failure";
import { toast, toastError } from "../ui/toast";
import { useSessionChange } from "./sessionChange";

/** Logs out: clears the query cache, goes to Home and shows a toast. */
export function useLogout(onDone: () => void) {
  const navigate = useNavigate();
  const session = useSessionChange();
  const { mutate, isPending } = useMutation(AccountService.method.logout, {
    onSuccess: async () => {
      onDone();
      // Leave first: a screen for members would otherwise refetch its data as a guest.
      await navigate({ to: paths.home });
      await session.end();
      toast("Logged out", "You have been successfully logged out.");
    },
    onError: (error) => toastError("Error", failureMessage(error, "Failed to logout")),
  });
  return { start: () => mutate({}), isPending };
}
