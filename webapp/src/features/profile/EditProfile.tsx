import { useState } from "react";
import { Button } from "../../components/Button";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { useLazyComponent } from "../../lib/useLazyComponent";

const loadDialog = () => import("./EditProfileDialog").then((file) => file.EditProfileDialog);

/** The button to the form of one's own profile. */
export function EditProfile({ user, children }: { user: User; children: string }) {
  const [open, setOpen] = useState(false);
  // The dialog brings its own code, which is on the way before it is asked for.
  const prepare = () => void loadDialog().catch(() => undefined);
  const EditProfileDialog = useLazyComponent(loadDialog, open, () => setOpen(false));
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={prepare} onFocus={prepare}>
        {children}
      </Button>
      {open && EditProfileDialog && <EditProfileDialog user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
