import { Button, Text } from "@mantine/core";
import { Dialog, type DialogProps } from "./Dialog";

/** Asks for confirmation before something is destroyed. */
export function ConfirmDialog({
  text,
  action,
  busyAction,
  cancel = "Cancel",
  busy,
  onConfirm,
  ...dialog
}: DialogProps & {
  title: string;
  text: string;
  action: string;
  busyAction: string;
  cancel?: string;
  busy: boolean;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      {...dialog}
      alert
      actions={
        <>
          <Button variant="subtle" onClick={dialog.onClose} data-autofocus>
            {cancel}
          </Button>
          <Button variant="filled" color="quench" loading={busy} onClick={onConfirm}>
            {busy ? busyAction : action}
          </Button>
        </>
      }
    >
      <Text c="dimmed">{text}</Text>
    </Dialog>
  );
}
