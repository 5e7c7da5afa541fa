import { useWindowEvent } from "@mantine/hooks";

/**
 * Ignores files dropped outside of drop zones while the component is mounted. The browser would otherwise open the file
 * instead of the page, and the user's input would be lost.
 */
export function useStrayFiles(): void {
  const ignore = (event: DragEvent) => {
    // Drop zones have called preventDefault.
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  useWindowEvent("dragover", ignore);
  useWindowEvent("drop", ignore);
}
