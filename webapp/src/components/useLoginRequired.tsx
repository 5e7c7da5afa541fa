import { useState } from "react";
import { useBoard } from "../lib/board";
import { useLazyComponent } from "../lib/useLazyComponent";

// Loaded when it is first needed.
const loadDialog = () => import("./LoginRequired").then((file) => file.LoginRequired);

/** Tells why an action of the community needs an account. The action is such as "create a thread". */
export function useLoginText(): (action: string) => string {
  const { name } = useBoard();
  return (action) => `You need to be logged in to ${action}. Join the ${name} community to participate in discussions!`;
}

/** The dialog that tells guests to log in for an action, and the function that opens it. */
export function useLoginRequired(onClose?: () => void) {
  const loginText = useLoginText();
  const [text, setText] = useState("");
  const [opened, setOpened] = useState(false);
  const close = () => {
    setOpened(false);
    onClose?.();
  };
  const LoginRequired = useLazyComponent(loadDialog, opened, close);
  return {
    ask: (action: string) => {
      setText(loginText(action));
      setOpened(true);
    },
    dialog: LoginRequired && <LoginRequired opened={opened} text={text} onClose={close} />,
  };
}
