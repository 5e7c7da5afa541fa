import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import css from "./Tooltip.module.css";

const delay = 700;
const skipDelay = 300;
// Going from one tooltip straight to the next does not wait again.
let lastShown = 0;

/** Says a little more about what it wraps, on hover and on focus, as its description for assistive technology. */
export function Tooltip({ text, children }: { text: string | undefined; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const timer = useRef<number>(undefined);
  const id = useId();

  const show = (wait: number) => {
    if (!text) return;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(true), performance.now() - lastShown < skipDelay ? 0 : wait);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    if (open) lastShown = performance.now();
    setOpen(false);
  };

  useEffect(() => () => window.clearTimeout(timer.current), []);

  useEffect(() => {
    const box = anchor.current?.getBoundingClientRect();
    const bubble = tip.current;
    if (!open || !box || !bubble) return;
    bubble.showPopover();
    const { width, height } = bubble.getBoundingClientRect();
    const left = box.left + box.width / 2 - width / 2;
    bubble.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
    bubble.style.top = `${box.top - height - 8 > 0 ? box.top - height - 8 : box.bottom + 8}px`;
    const target = anchor.current?.firstElementChild;
    target?.setAttribute("aria-describedby", id);
    const away = () => setOpen(false);
    window.addEventListener("scroll", away, { passive: true, capture: true });
    return () => {
      target?.removeAttribute("aria-describedby");
      window.removeEventListener("scroll", away, { capture: true });
    };
  }, [open, id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to the control inside
    <span
      ref={anchor}
      className={css.anchor}
      onPointerEnter={(event) => event.pointerType === "mouse" && show(delay)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {children}
      {open && (
        <span ref={tip} id={id} role="tooltip" popover="manual" className={css.tip}>
          {text}
        </span>
      )}
    </span>
  );
}
