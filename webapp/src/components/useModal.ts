import { type MouseEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";

/**
 * Opens a <dialog> as a modal while it is mounted: focus stays inside, Escape asks to close, and focus goes back to
 * where it was. The returned props belong on the <dialog>.
 */
export function useModal(onClose: () => void): {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: { preventDefault: () => void }) => void;
} {
  const ref = useRef<HTMLDialogElement>(null);

  // A browser lets a page refuse one Escape; the next one closes the dialog without asking. It comes back, and whoever
  // opened it decides as for the first.
  const onForcedClose = useEffectEvent((dialog: HTMLDialogElement) => {
    if (dialog.open) return;
    dialog.showModal();
    onClose();
  });

  // A layout effect, since its cleanup still finds the dialog in the page; only then can it give focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const listener = () => onForcedClose(dialog);
    dialog.showModal();
    dialog.addEventListener("close", listener);
    return () => {
      dialog.removeEventListener("close", listener);
      dialog.close();
    };
  }, []);

  const onCancel = (event: { preventDefault: () => void }) => {
    // React takes it away; closing it here as well would leave the two at odds.
    event.preventDefault();
    onClose();
  };
  return { ref, onCancel };
}

/** Whether a press on a modal <dialog> was on its backdrop, which arrives as a press on the dialog outside its box. */
export function isBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}
