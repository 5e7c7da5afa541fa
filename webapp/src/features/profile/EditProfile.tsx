import { Button } from "@mantine/core";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { useDialog } from "../../lib/useDialog";
import { useLazyComponent } from "../../lib/useLazyComponent";

const loadDialog = () => import("./EditProfileDialog").then((file) => file.EditProfileDialog);

/** The button to the form of one's own profile. */
export function EditProfile({ user, children }: { user: User; children: string }) {
  const dialog = useDialog();
  // The dialog brings its own code, which is on the way before it is asked for.
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
