import { useEffect, useState } from "react";

/**
 * The value to pass as `opened` to a Mantine overlay that may mount already open. Mantine records the focused element
 * when `opened` changes, and only then returns focus to it; so the overlay mounts closed and opens right after.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return opened && mounted;
}
