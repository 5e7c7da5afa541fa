import type { ReactNode } from "react";
import { plateLines } from "../lib/plate";
import { initial } from "../lib/text";
import css from "./Image.module.css";

/**
 * The spectral plate that stands for a missing image: lines placed by the title, and its initial or the given child.
 * Without a size it takes its parent's width in the shape of a cover.
 */
export function Plate({ title, size, children }: { title: string; size?: number; children?: ReactNode }) {
  const cover = size === undefined;
  return (
    <span
      className={cover ? `${css.plate} ${css.coverPlate}` : css.plate}
      style={cover ? undefined : { width: size, height: size }}
      data-logo={cover ? undefined : true}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" fill="currentColor" aria-hidden="true">
        {plateLines(title).map((line) => (
          <rect key={`${line.x}/${line.opacity}`} x={line.x} width={line.width} height="100" opacity={line.opacity} />
        ))}
      </svg>
      {children ?? (
        <b aria-hidden="true" style={cover ? undefined : { fontSize: size / 2 }}>
          {initial({ username: title })}
        </b>
      )}
    </span>
  );
}
