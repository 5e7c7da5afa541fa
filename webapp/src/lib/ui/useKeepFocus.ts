import { useEffect, useRef } from "react";

/**
 * Keeps the focus in a part of a screen. If the element that had it is removed, such as a button of a deleted row, the
 * browser would start again at the top of the page; the part is focused instead. It needs a name and `tabIndex={-1}`.
 */
export function useKeepFocus() {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let last: Node | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Node && part.current?.contains(target)) last = target;
    };
    // A dialog returns the focus to a button that may be removed before or after. Both changes are observed.
    const observer = new MutationObserver(() => {
      if (last?.isConnected === false && document.activeElement === document.body) {
        part.current?.focus({ preventScroll: true });
      }
    });
    document.addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, []);
  return part;
}
