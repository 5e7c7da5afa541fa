import { useMutation } from "@connectrpc/connect-query";
import { Switch } from "@mantine/core";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useSession } from "../../lib/session/session";
import { useSessionChange } from "../../lib/session/sessionChange";
import { toastError } from "../../lib/ui/toast";

/** Whether the lists leave out threads that came via agents, and threads fold such replies: kept with the account. */
export function HideAgents() {
  const { user } = useSession();
  const { refresh } = useSessionChange();
  const { mutate, isPending, variables } = useMutation(UserService.method.updateUser, {
    onSuccess: refresh,
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Couldn't save your choice.")),
  });
  if (!user) return null;
  return (
    <Switch
      size="xs"
      py={8}
      label="Hide posts via agents"
      checked={isPending ? variables.user?.hidesAgents === true : user.hidesAgents}
      onChange={(event) => mutate({ id: user.id, user: { hidesAgents: event.currentTarget.checked } })}
    />
  );
}
