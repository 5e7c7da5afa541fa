import { useBoard } from "../lib/board/board";
import { useLoginDialog } from "./useLoginDialog";

/** Tells why an action of the community needs an account. The action is such as "create a thread". */
export function useLoginText(): (action: string) => string {
  const { name } = useBoard();
  return (action) => `You need to be logged in to ${action}. Join the ${name} community to participate in discussions!`;
}

/** The dialog that tells guests to log in for an action, and the function that opens it. */
export function useLoginRequired(onClose?: () => void) {
  const loginText = useLoginText();
  const { open, dialog } = useLoginDialog(onClose);
  return { ask: (action: string) => open(loginText(action)), dialog };
}
