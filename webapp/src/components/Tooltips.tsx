import { Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";

const openDelay = 700;
const skipDelay = 300;

const targetOf = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tooltip]") : null;

/** Shows the tooltip of the element under the pointer or with keyboard focus. */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let current: HTMLElement | null = null;
    let timer = 0;
    let shown = false;
    let hiddenAt = Number.NEGATIVE_INFINITY;
    const hide = () => {
      window.clearTimeout(timer);
      if (shown) hiddenAt = performance.now();
      shown = false;
      setTarget(null);
    };
    const show = (next: HTMLElement | null, delay: number) => {
      hide();
      current = next;
      if (!next) return;
      const open = () => {
        shown = true;
        setTarget(next);
      };
      timer = window.setTimeout(open, performance.now() - hiddenAt < skipDelay ? 0 : delay);
    };
    const onPointer = (event: PointerEvent) => {
      const next = event.pointerType === "mouse" ? targetOf(event) : null;
      if (next !== current) show(next, openDelay);
    };
    const onFocus = (event: FocusEvent) => {
      const next = targetOf(event);
      if (next?.matches(":focus-visible")) show(next, 0);
    };
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && hide();
    document.addEventListener("pointerover", onPointer);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", onKey);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("pointerover", onPointer);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  return target && <Tooltip target={target} label={target.dataset.tooltip} opened />;
}
