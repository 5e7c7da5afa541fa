import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { lazyWithRetry, toastLoadError } from "./lazyWithRetry";

/**
 * Loads a component when `needed` becomes true; undefined until it is loaded. If loading fails, a toast is shown and
 * `onError` is called, which should reset `needed` so that the user can try again.
 */
export function useLazyComponent<P>(
  load: () => Promise<ComponentType<P>>,
  needed: boolean,
  onError: () => void,
): ComponentType<P> | undefined {
  const [Component, setComponent] = useState<ComponentType<P>>();
  const fail = useEffectEvent(() => {
    onError();
    toastLoadError();
  });
  const start = useEffectEvent(() => lazyWithRetry(load));
  useEffect(() => {
    if (!needed || Component) return;
    let cancelled = false;
    start().then(
      (component) => !cancelled && setComponent(() => component),
      () => !cancelled && fail(),
    );
    return () => {
      cancelled = true;
    };
  }, [needed, Component]);
  return Component;
}
