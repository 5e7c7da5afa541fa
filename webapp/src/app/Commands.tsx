import { useSpotlight } from "@mantine/spotlight";
import { type ComponentType, useEffect, useState } from "react";
import { onFirstUse } from "../lib/page/firstUse";
import { lazyWithRetry, toastLoadError } from "../lib/page/lazyWithRetry";
import { palette, paletteStore } from "../lib/ui/palette";

const load = () => import("../features/command/CommandLayer");

/** The command palette and the keyboard shortcuts, whose code loads at the first use of the page. */
export function Commands() {
  const { opened } = useSpotlight(paletteStore);
  const [Layer, setLayer] = useState<ComponentType>();

  useEffect(() => {
    if (Layer) return;
    const start = () =>
      lazyWithRetry(load).then(
        ({ CommandLayer }) => setLayer(() => CommandLayer),
        () => {
          if (!opened) return;
          palette.close();
          toastLoadError();
        },
      );
    if (opened) {
      void start();
      return;
    }
    return onFirstUse(start);
  }, [Layer, opened]);

  return Layer && <Layer />;
}
