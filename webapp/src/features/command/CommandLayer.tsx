import { showOverlay, useOverlay } from "../../lib/overlay";
import { KeySheet } from "./KeySheet";
import { Palette } from "./Palette";
import { useShortcuts } from "./useShortcuts";

/** What Commands loads: the keys, and what they bring up. */
export function CommandLayer() {
  const overlay = useOverlay();
  useShortcuts();
  const close = () => showOverlay(undefined);
  if (overlay === "palette") return <Palette onClose={close} />;
  if (overlay === "keys") return <KeySheet onClose={close} />;
  return null;
}
