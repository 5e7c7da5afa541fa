import { useWindowEvent } from "@mantine/hooks";

/**
 * Animates the clicked title and logo of a project into those of the project page, in browsers with view transitions.
 * The styles of the project page name its title and logo; the clicked elements get the same names for the transition.
 */
export function useMorph(): void {
  useWindowEvent(
    "click",
    (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const title = event.target instanceof Element && event.target.closest<HTMLElement>("main a[data-project]");
      if (!title) return;
      // Names must be unique, so the current project page gives up its names first.
      for (const named of document.querySelectorAll<HTMLElement>("[data-morph] > *"))
        named.style.viewTransitionName = "none";
      title.style.viewTransitionName = "project-title";
      const logo = title.closest("article, li, tr")?.querySelector<HTMLElement>("[data-logo]");
      if (logo && !title.contains(logo)) logo.style.viewTransitionName = "project-logo";
    },
    { capture: true },
  );
}
