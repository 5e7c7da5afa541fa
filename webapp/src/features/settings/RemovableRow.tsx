import type { DescMethodUnary } from "@bufbuild/protobuf";
import { Button } from "@mantine/core";
import type { ComponentProps } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { failureMessage, readFailure } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";
import { useDialog } from "../../lib/ui/useDialog";
import { Row } from "./Row";

type Removal = {
  /** What the button does, such as Revoke. */
  action: string;
  busyAction: string;
  /** The consequences, for the confirmation. */
  text: string;
  /** The list to load again. */
  list: DescMethodUnary;
  remove: () => Promise<unknown>;
  busy: boolean;
  /** The toast if a failed request has no message. */
  fallback: string;
  onRemoved: () => void;
};

/** A row whose button removes it after a confirmation. Without `removal` it has no button. */
export function RemovableRow({ removal, ...row }: Omit<ComponentProps<typeof Row>, "actions"> & { removal?: Removal }) {
  const invalidate = useInvalidate();
  const dialog = useDialog();
  if (!removal) return <Row {...row} />;

  const { action, busyAction, text, list, remove, busy, fallback, onRemoved } = removal;
  const confirm = async () => {
    try {
      await remove();
    } catch (error) {
      // A row that is not found has already been removed elsewhere.
      if (!readFailure(error).notFound) {
        dialog.close();
        toastError("Error", failureMessage(error, fallback));
        return;
      }
    }
    await invalidate(list);
    // The open dialog would keep the focus.
    flushSync(dialog.close);
    onRemoved();
  };
  return (
    <>
      <Row
        {...row}
        actions={
          <Button
            size="sm"
            variant="outline"
            color="quench"
            aria-label={`${action} ${row.title}`}
            onClick={dialog.open}
          >
            {action}
          </Button>
        }
      />
      <ConfirmDialog
        key={dialog.key}
        opened={dialog.opened}
        title={`${action} ${row.title}`}
        text={text}
        action={action}
        busyAction={busyAction}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => !busy && dialog.close()}
      />
    </>
  );
}
