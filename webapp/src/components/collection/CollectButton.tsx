import { Button, type ButtonProps } from "@mantine/core";
import { IconPlaylistAdd } from "@tabler/icons-react";
import { useSessionCheck } from "../../lib/session";
import { useDialog } from "../../lib/useDialog";
import { useLazyComponent } from "../../lib/useLazyComponent";
import { useLoginRequired } from "../useLoginRequired";

const loadDialog = () => import("./CollectDialog").then((file) => file.CollectDialog);

/** The button that adds a project to collections of the user. */
export function CollectButton({ id, ...button }: ButtonProps & { id: string }) {
  const check = useSessionCheck();
  const login = useLoginRequired();
  const dialog = useDialog();
  const CollectDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  const open = () => check(dialog.open, () => login.ask("add a project to a collection"));
  return (
    <>
      <Button size="sm" {...button} onClick={() => void open()}>
        <IconPlaylistAdd size={16} />
        Add to Collection
      </Button>
      {CollectDialog && <CollectDialog key={dialog.key} id={id} opened={dialog.opened} onClose={dialog.close} />}
      {login.dialog}
    </>
  );
}
