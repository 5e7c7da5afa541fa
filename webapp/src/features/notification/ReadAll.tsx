import { useMutation } from "@connectrpc/connect-query";
import { Button, type ButtonProps } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";

export function ReadAll(props: ButtonProps) {
  const invalidate = useInvalidate();
  const read = useMutation(NotificationService.method.readAllNotifications, {
    onSuccess: () => invalidate(NotificationService),
    onError: (error) => toastError("Error", failureMessage(error, "Couldn't mark them as read.")),
  });
  return (
    <Button size="sm" loading={read.isPending} onClick={() => read.mutate({})} {...props}>
      <IconChecks size={16} />
      Mark all as read
    </Button>
  );
}
