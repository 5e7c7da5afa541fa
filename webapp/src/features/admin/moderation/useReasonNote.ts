import { useBoard } from "../../../lib/board/board";

/** Where the reason of an act is shown, for the field that asks for it: told to the user and public, only told, or only `kept`. */
export function useReasonNote(how: "told" | "warned" | "kept"): string {
  const { publicLog } = useBoard();
  if (how === "kept") return "Kept in the audit log";
  return publicLog && how === "told"
    ? "The user reads it, and everybody in the public log: name nobody."
    : "The user reads it. It is kept in the audit log.";
}
