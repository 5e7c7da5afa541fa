import { useDocumentTitle } from "@mantine/hooks";
import { productName } from "./product";

/**
 * Sets the document's title with the product name, such as "Explore – UV Board"; an empty title is the product name alone,
 * undefined changes nothing. A title that is `whole` has no product name.
 */
export function useTitle(title: string | undefined, whole = false): void {
  const full = whole ? title : title && `${title} – ${productName}`;
  useDocumentTitle(title === undefined ? "" : full || productName);
}
