import { useSyncExternalStore } from "react";

const name = "uvboard.shortcuts";
const listeners = new Set<() => void>();
// As it is where storage is closed to us.
let chosen: boolean | undefined;

/** Whether single keys act. They do until they are turned off, since speech input and loose fingers press them too. */
export function shortcutsOn(): boolean {
  try {
    return localStorage.getItem(name) !== "off";
  } catch {
    return chosen ?? true;
  }
}

/** Turns single keys on or off in this browser, for good. */
export function setShortcuts(on: boolean): void {
  chosen = on;
  try {
    if (on) localStorage.removeItem(name);
    else localStorage.setItem(name, "off");
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, shortcutsOn);
