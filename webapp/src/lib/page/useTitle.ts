import { useDocumentTitle } from "@mantine/hooks";
import { useBoard } from "../board/board";

/**
 * Sets the document's title with the board's name, such as "Explore – UV Board"; an empty title is the name alone,
 * undefined changes nothing. A title that is `whole` has no name.
 */
export function useTitle(title: string | undefined, whole = false): void {
  const { name } = useBoard();
  const full = whole ? title : title && `${title} – ${name}`;
  useDocumentTitle(title === undefined ? "" : full || name);
}
