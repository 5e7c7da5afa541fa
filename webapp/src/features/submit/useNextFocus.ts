import { type RefObject, useLayoutEffect, useRef } from "react";

/** A ref for an element that may be removed while it has the focus: the focus then moves to `next`. */
export function useNextFocus<E extends HTMLElement>(next: RefObject<HTMLElement | null>): RefObject<E | null> {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) next.current?.focus();
    };
  }, [next]);
  return ref;
}
