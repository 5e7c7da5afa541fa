import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

/** Scrolls to the element that the hash of the address names, such as "update-1", when it is there: later than its page. */
export function useScrollToHash(prefix: string, isThere: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (isThere && hash.startsWith(prefix)) document.getElementById(hash)?.scrollIntoView({ block: "start" });
  }, [hash, prefix, isThere]);
}
