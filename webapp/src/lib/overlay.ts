import { useSyncExternalStore } from "react";

/** What lies over every screen when it is asked for: the command palette, or the sheet of keyboard shortcuts. */
export type Overlay = "palette" | "keys";

let current: Overlay | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useOverlay = (): Overlay | undefined => useSyncExternalStore(subscribe, () => current);

/** Shows one of them in place of the other, or neither. */
export function showOverlay(next: Overlay | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}
