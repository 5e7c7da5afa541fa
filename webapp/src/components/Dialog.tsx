import { type ReactNode, useId } from "react";
import css from "./Dialog.module.css";
import { isBackdrop, useModal } from "./useModal";

/**
 * A modal dialog. Render it only while it is open.
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
  const { ref, onCancel } = useModal(onClose);
  const titleId = useId();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press outside is a pointer's shortcut; Escape closes by keyboard
    <dialog
      ref={ref}
      role={alert ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      className={wide ? `${css.dialog} ${css.wide}` : css.dialog}
      onCancel={onCancel}
      onClick={(event) => {
        if (!alert && isBackdrop(event)) onClose();
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
