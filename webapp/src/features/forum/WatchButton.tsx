import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";

/** Watches a thread: the user is notified about its replies. It begins with the user's first post in it. */
export function WatchButton({ threadId }: { threadId: string }) {
  const invalidate = useInvalidate();
  const { data } = useQuery(ForumService.method.getThreadWatch, { id: threadId });
  const options = {
    onSuccess: () => invalidate(ForumService.method.getThreadWatch),
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Couldn't change the watch.")),
  };
  const watch = useMutation(ForumService.method.watchThread, options);
  const unwatch = useMutation(ForumService.method.unwatchThread, options);
  const watching = watch.isPending || (data?.watching === true && !unwatch.isPending);
  return (
    <Button
      size="sm"
      variant="subtle"
      disabled={!data || watch.isPending || unwatch.isPending}
      onClick={() => (watching ? unwatch : watch).mutate({ id: threadId })}
    >
      {watching ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      {watching ? "Unwatch" : "Watch"}
    </Button>
  );
}
