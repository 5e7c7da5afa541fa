import { useEffect } from "react";
import { productName } from "./product";

/**
 * Names the document: "Explore – UV Board", or the product alone for the empty title; undefined leaves it as it is.
 * A title that is `whole` stands without the product's name.
 */
export function useTitle(title: string | undefined, whole = false): void {
  useEffect(() => {
    if (title === undefined) return;
    if (!title) document.title = productName;
    else document.title = whole ? title : `${title} – ${productName}`;
  }, [title, whole]);
}
