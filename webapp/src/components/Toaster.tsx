import "@mantine/notifications/styles.layer.css";
import { useHotkeys } from "@mantine/hooks";
import { Notifications, notifications } from "@mantine/notifications";
import { type PointerEvent, useRef } from "react";
import css from "./Toaster.module.css";

const swipePx = 50;

/** Shows toasts, one at a time. F8 moves focus to them, and a swipe to the right closes one. */
export function Toaster() {
  const area = useRef<HTMLElement>(null);
  const pressedAt = useRef(Number.POSITIVE_INFINITY);
  const release = (event: PointerEvent) => {
    if (event.clientX - pressedAt.current >= swipePx) notifications.clean();
    pressedAt.current = Number.POSITIVE_INFINITY;
  };
  useHotkeys([["F8", () => area.current?.focus({ preventScroll: true })]], []);

  return (
    <section
      ref={area}
      className={css.area}
      tabIndex={-1}
      aria-label="Notifications (F8)"
      onPointerDown={(event) => {
        pressedAt.current = event.clientX;
      }}
      onPointerUp={release}
    >
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
