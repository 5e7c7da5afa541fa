import type { ComponentProps, CSSProperties } from "react";
import css from "./Measured.module.css";

type Measure = {
  /** Place in the ranking, from 1. */
  rank: number;
  /** What the row counts. */
  value: number;
  /** What the leader counts; the row's bar is relative to it. */
  leader: number;
};

/** The share of the leader's bar that a row gets, in percent; nothing below zero. */
export function measure(value: number, leader: number): number {
  if (leader <= 0) return 0;
  return Math.max(0, Math.min(100, (value / leader) * 100));
}

function measured({ rank, value, leader }: Measure, className: string | undefined) {
  return {
    className: [css.measured, rank === 1 && css.first, className].filter(Boolean).join(" "),
    style: { "--m": measure(value, leader).toFixed(1) } as CSSProperties,
  };
}

/** A row of a ranked list whose lower rule is its bar. */
export function MeasuredItem({ rank, value, leader, className, ...rest }: ComponentProps<"li"> & Measure) {
  return <li {...rest} {...measured({ rank, value, leader }, className)} />;
}

/** The same for a row of a ranked table. */
export function MeasuredTableRow({ rank, value, leader, className, ...rest }: ComponentProps<"tr"> & Measure) {
  return <tr {...rest} {...measured({ rank, value, leader }, className)} />;
}

/** The big number of a place; the first one is lit. */
export function Rank({ rank }: { rank: number }) {
  return <span className={rank === 1 ? `${css.rank} lit` : css.rank}>{rank}</span>;
}
