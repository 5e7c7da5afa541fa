import { type RefObject, useLayoutEffect, useRef } from "react";

/** For what may go away while it has the focus: the focus then goes on to its heir. */
export function useNextFocus<E extends HTMLElement>(heir: RefObject<HTMLElement | null>): RefObject<E | null> {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const own = ref.current;
    return () => {
      if (own?.contains(document.activeElement)) heir.current?.focus();
    };
  }, [heir]);
  return ref;
}
