import { useEffect } from "react";

/**
 * Lets the title and the logo that were pressed become those of the project's page, where the browser can: the page
 * names its own in its styles, and what was pressed gets the same names for the moment of the way.
 */
export function useMorph(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const title = event.target instanceof Element && event.target.closest<HTMLElement>("main a[data-project]");
      if (!title) return;
      // From one project to another the names must change hands, since no two may have the same.
      for (const named of document.querySelectorAll<HTMLElement>("[data-morph] > *"))
        named.style.viewTransitionName = "none";
      title.style.viewTransitionName = "project-title";
      const logo = title.closest("article, li, tr")?.querySelector<HTMLElement>("[data-logo]");
      if (logo && !title.contains(logo)) logo.style.viewTransitionName = "project-logo";
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, []);
}
