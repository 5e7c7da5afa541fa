import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { MuteType } from "../../gen/uvboard/v1/notification_pb";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { useSession } from "../../lib/session/session";
import { toastError } from "../../lib/ui/toast";

/** What the user mutes: a function that says whether something is muted, and one that changes that. */
export function useMutes() {
  const { user } = useSession();
  const invalidate = useInvalidate();
  const { data } = useQuery(NotificationService.method.listMutes, {}, { enabled: user !== undefined });
  const options = {
    onSuccess: () => invalidate(NotificationService.method.listMutes),
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Couldn't change the mute.")),
  };
  const mute = useMutation(NotificationService.method.mute, options);
  const unmute = useMutation(NotificationService.method.unmute, options);
  const isMuted = (id: string) => data?.mutes.some((one) => one.id === id) ?? false;
  return {
    isMuted,
    toggle: (type: MuteType, id: string) => (isMuted(id) ? unmute : mute).mutate({ type, id }),
  };
}
