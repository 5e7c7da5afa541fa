import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { useAwaitUser } from "../lib/session";
import { useDialog } from "../lib/useDialog";
import { useLazyComponent } from "../lib/useLazyComponent";

const loadDialog = () => import("./MessageDialog").then((file) => file.MessageDialog);

/** Writes a message to a member. A guest causes `onGuest` instead. */
export function MessageButton({
  userId,
  username,
  onGuest,
}: {
  userId: string;
  username: string;
  onGuest: () => void;
}) {
  const router = useRouter();
  const dialog = useDialog();
  const awaitUser = useAwaitUser();
  const MessageDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  const open = async () => {
    if (await awaitUser()) dialog.open();
    else onGuest();
  };
  const openOnArrival = useEffectEvent(() => {
    if (!router.state.location.state.write) return;
    router.history.replace(router.state.location.href); // a reload or a way back does not open it again
    void open();
  });
  useEffect(() => openOnArrival(), []);
  return (
    <>
      <Button onClick={() => void open()}>Message</Button>
      {MessageDialog && (
        <MessageDialog
          key={dialog.key}
          userId={userId}
          username={username}
          opened={dialog.opened}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
