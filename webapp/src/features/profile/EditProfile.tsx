import { Button } from "@mantine/core";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useDialog } from "../../lib/ui/useDialog";

const loadDialog = () => import("./EditProfileDialog").then((file) => file.EditProfileDialog);

/** The button that opens the user's profile form. */
export function EditProfile({ user, children }: { user: User; children: string }) {
  const dialog = useDialog();
  // Loads the dialog's code before the click.
  const prepare = () => void loadDialog().catch(() => undefined);
  const EditProfileDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  return (
    <>
      <Button onClick={dialog.open} onPointerEnter={prepare} onFocus={prepare}>
        {children}
      </Button>
      {EditProfileDialog && (
        <EditProfileDialog key={dialog.key} user={user} opened={dialog.opened} onClose={dialog.close} />
      )}
    </>
  );
}
