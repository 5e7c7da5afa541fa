import { useMutation } from "@connectrpc/connect-query";
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { BulkAction, type BulkResult } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { failureMessage } from "../../../lib/server/failure";
import { useInvalidate } from "../../../lib/server/query";
import { toast, toastError } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import { ActDialog } from "./ActDialog";
import { type Act, type ActKind, type ActRow, actWords, counted, nouns, undoSteps } from "./acts";

// The server accepts this many rows at once.
const maxRows = 100;

/** The actions on rows of a list: one dialog for one row and for many, which previews the changes. */
export function useActs(type: ActKind) {
  const invalidate = useInvalidate();
  const run = useMutation(AdminService.method.runBulkAction);
  const dialog = useDialog();
  const [open, setOpen] = useState<{ act: Act; rows: ActRow[] }>({ act: BulkAction.DELETE, rows: [] });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { one, many } = nouns[type];

  const undo = async (act: Act, rows: ActRow[]) => {
    try {
      const errors: string[] = [];
      for (const step of undoSteps(act, rows)) {
        const { results } = await run.mutateAsync({ targetType: type, ...step });
        errors.push(...results.flatMap(({ error }) => error || []));
      }
      if (errors[0]) toastError("Error", errors[0]);
      else toast("Success", "Undone.");
    } catch (error) {
      toastError("Error", failureMessage(error, "Failed to undo."));
    }
    await invalidate(AdminService);
  };

  /** Shows the result, and fetches the list again. */
  const finish = async (act: Act, rows: ActRow[], results: BulkResult[]) => {
    const done = new Set(results.filter(({ isDone }) => isDone).map(({ id }) => id));
    const changed = rows.filter(({ id }) => done.has(id));
    await invalidate(AdminService);
    if (changed.length === 0) return;
    setSelected(new Set());
    const undoable = undoSteps(act, changed).length > 0;
    toast(
      "Success",
      `${counted(changed.length, one, many)} ${actWords[act].done}.`,
      undoable ? { label: "Undo", run: () => void undo(act, changed) } : undefined,
    );
  };

  const start = (act: Act, rows: ActRow[]) => {
    setOpen({ act, rows });
    dialog.open();
  };

  return {
    start,
    undo,
    selected,
    setSelected,
    /** The buttons for the selected rows. */
    bar: (rows: ActRow[], acts: Act[]) => {
      const chosen = rows.filter(({ id }) => selected.has(id));
      if (chosen.length > maxRows) return <Text c="dimmed">Select at most {maxRows}.</Text>;
      return acts.map((act) => (
        <Button
          key={act}
          size="sm"
          color={act === BulkAction.DELETE ? "quench" : undefined}
          onClick={() => start(act, chosen)}
        >
          {actWords[act].label}
        </Button>
      ));
    },
    dialog: (
      <ActDialog
        key={dialog.key}
        type={type}
        act={open.act}
        rows={open.rows}
        opened={dialog.opened}
        onClose={dialog.close}
        onDone={finish}
      />
    ),
  };
}
