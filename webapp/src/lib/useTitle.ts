import { useEffect } from "react";
import { productName } from "./product";

/** Names the document: "Explore – UV Board", or the product alone for the empty title; undefined leaves it as it is. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title ? `${title} – ${productName}` : productName;
  }, [title]);
}
