import { Tooltip } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useRef, useState } from "react";

const openDelay = 700;
const skipDelay = 300;

const targetOf = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tooltip]") : null;

/** Shows the tooltip of the element under the pointer or with keyboard focus. */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const state = useRef({ current: null as HTMLElement | null, timer: 0, hiddenAt: Number.NEGATIVE_INFINITY });

  const hide = () => {
    window.clearTimeout(state.current.timer);
    if (target) state.current.hiddenAt = performance.now();
    setTarget(null);
  };
  const show = (next: HTMLElement | null, delay: number) => {
    hide();
    state.current.current = next;
    const skip = performance.now() - state.current.hiddenAt < skipDelay;
    if (next) state.current.timer = window.setTimeout(() => setTarget(next), skip ? 0 : delay);
  };

  useWindowEvent("pointerover", (event) => {
    const next = event.pointerType === "mouse" ? targetOf(event) : null;
    if (next !== state.current.current) show(next, openDelay);
  });
  useWindowEvent("focusin", (event) => {
    const next = targetOf(event);
    if (next?.matches(":focus-visible")) show(next, 0);
  });
  useWindowEvent("pointerdown", hide);
  useWindowEvent("focusout", hide);
  useWindowEvent("keydown", (event) => event.key === "Escape" && hide());

  return target && <Tooltip target={target} label={target.dataset.tooltip} opened />;
}
