import { useEffect } from "react";

/**
 * Ignores files dropped outside of drop zones while the component is mounted. The browser would otherwise open the file
 * instead of the page, and the user's input would be lost.
 */
export function useStrayFiles(): void {
  useEffect(() => {
    const ignore = (event: DragEvent) => {
      // Drop zones have called preventDefault.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    };
    document.addEventListener("dragover", ignore);
    document.addEventListener("drop", ignore);
    return () => {
      document.removeEventListener("dragover", ignore);
      document.removeEventListener("drop", ignore);
    };
  }, []);
}
