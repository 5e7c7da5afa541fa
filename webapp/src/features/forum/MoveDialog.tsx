import { useMutation } from "@connectrpc/connect-query";
import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { Dialog, type DialogProps } from "../../components/Dialog";
import { useForumChange } from "../../components/forum/useForumChange";
import type { ForumThread } from "../../gen/uvboard/v1/forum_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { toast, toastError } from "../../lib/ui/toast";
import { useChannels } from "./queries";

export function MoveDialog({ thread, opened, onClose }: DialogProps & { thread: ForumThread }) {
  const { channels } = useChannels();
  const changed = useForumChange();
  const [channelId, setChannelId] = useState(thread.channelId);
  const move = useMutation(ForumService.method.moveThread, {
    onSuccess: async () => {
      await changed.threads();
      onClose();
      toast("Thread Moved");
    },
    onError: (error) => toastError("Error", failureMessage(error, "Failed to move thread")),
  });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Move this thread"
      actions={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="filled"
            disabled={channelId === thread.channelId}
            loading={move.isPending}
            onClick={() => move.mutate({ id: thread.id, channelId })}
          >
            {move.isPending ? "Moving..." : "Move"}
          </Button>
        </>
      }
    >
      <NativeSelect
        label="Channel"
        data={channels?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={channelId}
        onChange={(event) => setChannelId(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  );
}
