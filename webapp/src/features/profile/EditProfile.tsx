import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/Button";
import type { User } from "../../gen/uvboard/v1/user_pb";

const loadDialog = () => import("./EditProfileDialog");
const EditProfileDialog = lazy(() => loadDialog().then((file) => ({ default: file.EditProfileDialog })));

/** The button to the form of one's own profile. */
export function EditProfile({ user, children }: { user: User; children: string }) {
  const [open, setOpen] = useState(false);
  // The dialog brings its own code, which is on the way before it is asked for.
  const prepare = () => void loadDialog();
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={prepare} onFocus={prepare}>
        {children}
      </Button>
      {open && (
        <Suspense>
          <EditProfileDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
