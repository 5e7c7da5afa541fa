import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import css from "./Gallery.module.css";

export function Arrows({ onGo }: { onGo: (step: number) => void }) {
  return (
    <>
      <button type="button" className={`${css.arrow} ${css.previous}`} aria-label="Previous" onClick={() => onGo(-1)}>
        <IconChevronLeft size={18} />
      </button>
      <button type="button" className={`${css.arrow} ${css.next}`} aria-label="Next" onClick={() => onGo(1)}>
        <IconChevronRight size={18} />
      </button>
    </>
  );
}

export function Counter({ index, total }: { index: number; total: number }) {
  return (
    <span className={`${css.count} num`} role="status">
      {index + 1} / {total}
    </span>
  );
}
