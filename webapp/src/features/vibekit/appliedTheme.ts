import { useSyncExternalStore } from "react";
import { isLight, type ThemeColors } from "./colors";
import { tokensOf } from "./themeCode";

// The theme that the whole app has for this visit. It ends with the page, so that an unreadable theme is gone after a reload.
let applied: ThemeColors | undefined;
const listeners = new Set<() => void>();

/** Applies the colors of a theme to the whole app; undefined restores the app's own colors. */
export function applyTheme(theme: ThemeColors | undefined): void {
  const { style } = document.documentElement;
  for (const name of Object.keys(tokensOf(theme ?? applied ?? fallback))) style.removeProperty(name);
  style.removeProperty("color-scheme");
  if (theme) {
    for (const [name, value] of Object.entries(tokensOf(theme))) style.setProperty(name, value);
    style.setProperty("color-scheme", isLight(theme.background) ? "light" : "dark");
  }
  applied = theme;
  for (const listener of listeners) listener();
}

const fallback: ThemeColors = { background: "#ffffff", foreground: "#000000", primary: "#000000", accent: "#000000" };

/** The theme that is applied to the app; undefined for the app's own. */
export const useAppliedTheme = (): ThemeColors | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => applied,
    () => undefined,
  );
