import { useState } from "react";
import { useLazyComponent } from "../lib/page/useLazyComponent";
import type { ReturnTo } from "../lib/session/returnTo";

// Loaded when it is first needed.
const loadDialog = () => import("./LoginRequired").then((file) => file.LoginRequired);

/** The dialog that tells guests to log in, and the function that opens it with a text, and the vote to cast after login. */
export function useLoginDialog(onClose?: () => void) {
  const [asked, setAsked] = useState<{ opened: boolean; text?: string; vote?: ReturnTo["vote"] }>({ opened: false });
  const close = () => {
    setAsked({ ...asked, opened: false });
    onClose?.();
  };
  const LoginRequired = useLazyComponent(loadDialog, asked.opened, close);
  return {
    open: (text?: string, vote?: ReturnTo["vote"]) => setAsked({ opened: true, text, vote }),
    dialog: LoginRequired && <LoginRequired {...asked} onClose={close} />,
  };
}
