import type { ReactNode } from "react";
import css from "./Chip.module.css";

/** A choice that is on or off. */
export function Chip({ pressed, onClick, children }: { pressed: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.chip} aria-pressed={pressed} onClick={onClick}>
      {children}
    </button>
  );
}
