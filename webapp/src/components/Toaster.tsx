import { IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { currentToast, dismissToast, subscribeToToast, type Toast } from "../lib/toast";
import { IconButton } from "./Button";
import css from "./Toaster.module.css";

const shownFor = 5000;
// What can be taken back must be read, thought over and reached.
const actionShownFor = 10_000;
const swipeThreshold = 50;

/** The one place where toasts appear, one at a time; F8 goes there. */
export function Toaster() {
  const area = useRef<HTMLElement>(null);
  const toast = useSyncExternalStore(subscribeToToast, currentToast);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F8") return;
      event.preventDefault();
      area.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  // Each toast goes on top of whatever is open, dialogs included.
  useEffect(() => {
    area.current?.hidePopover();
    if (toast) area.current?.showPopover();
  }, [toast]);

  return (
    <section ref={area} popover="manual" className={css.area} tabIndex={-1} aria-label="Notifications (F8)">
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  // Held by a pointer or by focus, a toast waits.
  const [held, setHeld] = useState(false);
  const [offset, setOffset] = useState(0);
  const start = useRef<number>(undefined);

  useEffect(() => {
    if (held) return;
    const timer = window.setTimeout(() => dismissToast(toast.id), toast.action ? actionShownFor : shownFor);
    return () => window.clearTimeout(timer);
  }, [held, toast]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the swipe is a pointer's shortcut for the button inside
    <div
      role={toast.bad ? "alert" : "status"}
      className={toast.bad ? `${css.toast} ${css.bad}` : css.toast}
      style={offset > 0 ? { transform: `translateX(${offset}px)` } : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(event) => {
        if ((event.target as Element).closest("button")) return;
        start.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (start.current !== undefined) setOffset(Math.max(0, event.clientX - start.current));
      }}
      onPointerUp={() => {
        start.current = undefined;
        if (offset >= swipeThreshold) dismissToast(toast.id);
        else setOffset(0);
      }}
      onPointerCancel={() => {
        start.current = undefined;
        setOffset(0);
      }}
    >
      <div className={css.text}>
        <b>{toast.title}</b>
        {toast.description && <span>{toast.description}</span>}
      </div>
      {toast.action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            dismissToast(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton label="Dismiss" className={css.close} onClick={() => dismissToast(toast.id)}>
        <IconX size={18} />
      </IconButton>
    </div>
  );
}
