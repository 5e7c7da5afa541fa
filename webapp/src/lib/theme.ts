import { useSyncExternalStore } from "react";

export type Theme = "dark" | "light";

// The class on the page's root is the truth; index.html set it before the first paint.
const listeners = new Set<() => void>();
const current = (): Theme => (document.documentElement.classList.contains("light") ? "light" : "dark");

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function apply(theme: Theme) {
  const root = document.documentElement;
  root.classList.remove("dark", "light");
  root.classList.add(theme);
  root.dataset.mantineColorScheme = theme;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", theme === "light" ? "#f4f3f8" : "#110b1c");
  for (const listener of listeners) listener();
}

// Another tab's choice holds here too.
window.addEventListener("storage", (event) => {
  if (event.key === "theme") apply(event.newValue === "light" ? "light" : "dark");
});

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);

/** Flips the theme and remembers it. */
export function toggleTheme(): void {
  const next = current() === "light" ? "dark" : "light";
  try {
    localStorage.setItem("theme", next);
  } catch {
    // Storage may be closed to us; the choice then lasts as long as the page.
  }
  apply(next);
}
