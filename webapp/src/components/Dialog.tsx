import { type ReactNode, useEffect, useId, useRef } from "react";
import css from "./Dialog.module.css";

/**
 * A modal dialog of the platform's own: focus stays inside, Escape closes it, and focus goes back to where it was.
 * Render it only while it is open.
 */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  alert,
  wide,
}: {
  title: string;
  onClose: () => void;
  children?: ReactNode;
  actions?: ReactNode;
  /** For a question that must be answered: a press outside does not close it. */
  alert?: boolean;
  wide?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press outside is a pointer's shortcut; Escape closes by keyboard
    <dialog
      ref={ref}
      role={alert ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      className={wide ? `${css.dialog} ${css.wide}` : css.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (!alert && event.target === event.currentTarget && isOutside(event)) onClose();
      }}
    >
      <div className={css.body}>
        <h2 id={titleId}>{title}</h2>
        {children}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}

// A press on the backdrop arrives as one on the dialog, outside its box.
function isOutside(event: React.MouseEvent<HTMLDialogElement>): boolean {
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}
