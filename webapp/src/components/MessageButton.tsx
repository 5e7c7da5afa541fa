import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { useLazyComponent } from "../lib/page/useLazyComponent";
import { useSessionCheck } from "../lib/session/session";
import { useDialog } from "../lib/ui/useDialog";

const loadDialog = () => import("./MessageDialog").then((file) => file.MessageDialog);

/** Writes a message to a member, at once if there is a subject. A guest causes `onGuest` instead. */
export function MessageButton({
  userId,
  username,
  subject,
  onGuest,
}: {
  userId: string;
  username: string;
  subject?: string | undefined;
  onGuest: () => void;
}) {
  const router = useRouter();
  const dialog = useDialog();
  const check = useSessionCheck();
  const [firstSubject] = useState(subject);
  const MessageDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  const open = () =>
    check(() => {
      // A reload or a way back does not open it again. A guest keeps the address until after the login.
      if (subject !== undefined) router.history.replace(router.state.location.pathname);
      dialog.open();
    }, onGuest);
  const openOnArrival = useEffectEvent(() => {
    const { state, href } = router.state.location;
    if (state.write) router.history.replace(href);
    if (state.write || subject !== undefined) void open();
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
          subject={firstSubject}
          opened={dialog.opened}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
