import type { ReactNode } from "react";
import { initial } from "../lib/text/text";
import { plateLines } from "../lib/ui/plate";
import css from "./Image.module.css";

/** A pattern of vertical lines that fills its parent. The same text always has the same lines. */
export function PlateLines({ text }: { text: string }) {
  return (
    <svg className={css.lines} viewBox="0 0 100 100" preserveAspectRatio="none" fill="currentColor" aria-hidden="true">
      {plateLines(text).map((line) => (
        <rect key={`${line.x}/${line.opacity}`} {...line} height="100" />
      ))}
    </svg>
  );
}

/**
 * The placeholder for a missing image: lines made from the title, and its initial or the given child.
 * Without a size it fills the width of its parent in the shape of a cover.
 */
export function Plate({ title, size, children }: { title: string; size?: number; children?: ReactNode }) {
  const cover = size === undefined;
  return (
    <span
      className={cover ? `${css.plate} ${css.coverPlate}` : css.plate}
      style={cover ? undefined : { width: size, height: size }}
      data-logo={cover ? undefined : true}
    >
      <PlateLines text={title} />
      {children ?? (
        <b aria-hidden="true" style={cover ? undefined : { fontSize: size / 2 }}>
          {initial({ username: title })}
        </b>
      )}
    </span>
  );
}
