import { useBoard } from "../../../lib/board/board";

/** Where the reason of a decision is shown, for the field that asks for it: `told` to the user too, or only `kept`. */
export function useReasonNote(how: "told" | "kept"): string {
  const { publicLog } = useBoard();
  if (how === "kept") return "Kept in the audit log";
  return publicLog
    ? "The user reads it, and everybody in the public log: name nobody."
    : "The user reads it. It is kept in the audit log.";
}
