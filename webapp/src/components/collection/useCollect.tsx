import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useSessionCheck } from "../../lib/session/session";
import { useDialog } from "../../lib/ui/useDialog";
import { useLoginRequired } from "../useLoginRequired";

const loadDialog = () => import("./CollectDialog").then((file) => file.CollectDialog);

/** Adds a project to collections of the user: the function that begins, and the dialogs to render. */
export function useCollect(id: string) {
  const check = useSessionCheck();
  const login = useLoginRequired();
  const dialog = useDialog();
  const CollectDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  return {
    open: () => void check(dialog.open, () => login.ask("add a project to a collection")),
    dialog: (
      <>
        {CollectDialog && <CollectDialog key={dialog.key} id={id} opened={dialog.opened} onClose={dialog.close} />}
        {login.dialog}
      </>
    ),
  };
}
