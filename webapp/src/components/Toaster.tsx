import "@mantine/notifications/styles.layer.css";
import { useHotkeys } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { useRef } from "react";
import css from "./Toaster.module.css";

/** Shows toasts, one at a time. F8 moves focus to them. */
export function Toaster() {
  const area = useRef<HTMLElement>(null);
  useHotkeys([["F8", () => area.current?.focus({ preventScroll: true })]], []);

  return (
    <section ref={area} className={css.area} tabIndex={-1} aria-label="Notifications (F8)">
      <Notifications
        withinPortal={false}
        position="top-right"
        // Unlike the default, this layout pauses the timer while a toast has focus.
        layout="stacked"
        limit={1}
        autoClose={5000}
        containerWidth={384}
        transitionDuration={0}
        className={css.toasts}
      />
    </section>
  );
}
