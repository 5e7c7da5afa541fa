import { Button, type ButtonProps } from "@mantine/core";
import { IconFlag } from "@tabler/icons-react";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useSessionCheck } from "../../lib/session/session";
import { useDialog } from "../../lib/ui/useDialog";
import type { Reported } from "./reported";

const loadDialog = () => import("./ReportDialog").then((file) => file.ReportDialog);

/** Reports content to the moderators: the function that begins, and the dialog to render. A guest causes `onGuest` instead. */
export function useReport(target: Reported, onGuest: () => void) {
  const dialog = useDialog();
  const check = useSessionCheck();
  const ReportDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  return {
    report: () => void check(dialog.open, onGuest),
    dialog: ReportDialog && (
      <ReportDialog
        key={dialog.key}
        target={target}
        opened={dialog.opened}
        onClose={dialog.close}
        onLoginRequired={onGuest}
      />
    ),
  };
}

/** The button that reports content to the moderators. */
export function ReportButton({ target, onGuest, ...button }: ButtonProps & { target: Reported; onGuest: () => void }) {
  const { report, dialog } = useReport(target, onGuest);
  return (
    <>
      <Button variant="subtle" size="sm" {...button} onClick={report}>
        <IconFlag size={16} />
        Report
      </Button>
      {dialog}
    </>
  );
}
