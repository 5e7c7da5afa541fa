import { Button } from "./Button";
import { Dialog } from "./Dialog";

/** Asks before something is destroyed. */
export function ConfirmDialog({
  title,
  text,
  action,
  busyAction,
  cancel = "Cancel",
  busy,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  busyAction: string;
  /** What the way back is called, where another thing could be cancelled as well. */
  cancel?: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      alert
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose} autoFocus>
            {cancel}
          </Button>
          <Button variant="dangerSolid" busy={busy} onClick={onConfirm}>
            {busy ? busyAction : action}
          </Button>
        </>
      }
    >
      <p className="quiet">{text}</p>
    </Dialog>
  );
}
