import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "../lib/idle";
import { lazyWithRetry, toastLoadError } from "../lib/lazyWithRetry";
import { showOverlay, useOverlay } from "../lib/overlay";

const load = () => import("../features/command/CommandLayer");

/** Has the code of the command palette on its way before it is asked for. */
export const prepareCommands = () => void load().catch(() => undefined);

/**
 * The command palette and the keyboard shortcuts. Their code comes when the page has nothing else to do; only Ctrl K,
 * which is the browser's own until somebody takes it, is answered from the first moment.
 */
export function Commands() {
  const overlay = useOverlay();
  const [Layer, setLayer] = useState<ComponentType>();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "k")
        return;
      // A question that is open must be answered first.
      if (document.querySelector("dialog:modal:not([data-palette])")) return;
      event.preventDefault();
      showOverlay(document.querySelector("dialog[data-palette]") ? undefined : "palette");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  useEffect(() => {
    if (Layer) return;
    const come = () =>
      lazyWithRetry(load).then(
        ({ CommandLayer }) => setLayer(() => CommandLayer),
        () => {
          if (!overlay) return;
          showOverlay(undefined);
          void toastLoadError();
        },
      );
    if (overlay) {
      void come();
      return;
    }
    return whenIdle(come);
  }, [Layer, overlay]);

  return Layer && <Layer />;
}
