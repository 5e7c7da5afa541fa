import { Button, type ButtonProps } from "@mantine/core";
import { IconFlag } from "@tabler/icons-react";
import { useAwaitUser } from "../../lib/session";
import { useDialog } from "../../lib/useDialog";
import { useLazyComponent } from "../../lib/useLazyComponent";
import type { Reported } from "./reported";

const loadDialog = () => import("./ReportDialog").then((file) => file.ReportDialog);

/** The button that reports content to the moderators. `onGuest` is called instead if nobody is logged in. */
export function ReportButton({ target, onGuest, ...button }: ButtonProps & { target: Reported; onGuest: () => void }) {
  const dialog = useDialog();
  const awaitUser = useAwaitUser();
  const ReportDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  const open = async () => {
    if (await awaitUser()) dialog.open();
    else onGuest();
  };
  return (
    <>
      <Button variant="subtle" size="sm" {...button} onClick={() => void open()}>
        <IconFlag size={16} />
        Report
      </Button>
      {ReportDialog && (
        <ReportDialog
          key={dialog.key}
          target={target}
          opened={dialog.opened}
          onClose={dialog.close}
          onLoginRequired={onGuest}
        />
      )}
    </>
  );
}
