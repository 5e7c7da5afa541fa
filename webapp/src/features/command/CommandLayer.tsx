import { showOverlay, useOverlay } from "../../lib/overlay";
import { KeySheet } from "./KeySheet";
import { Palette } from "./Palette";
import { useMorph } from "./useMorph";
import { useShortcuts } from "./useShortcuts";

/** What comes when the page is idle: the keys and what they bring up, and the way from a list to a project. */
export function CommandLayer() {
  const overlay = useOverlay();
  useShortcuts();
  useMorph();
  const close = () => showOverlay(undefined);
  if (overlay === "palette") return <Palette onClose={close} />;
  if (overlay === "keys") return <KeySheet onClose={close} />;
  return null;
}
