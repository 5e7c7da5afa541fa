import type { CSSProperties } from "react";
import css from "./Measured.module.css";

type Measure = {
  /** Place in the ranking, from 1; absent in a list that is not a ranking. */
  rank?: number;
  /** The row's value, such as its upvotes. */
  value: number;
  /** The leader's value; the row's bar is relative to it. */
  leader: number;
  /** True when the list ranks downvotes: the first row is then quench instead of reactive. */
  negative?: boolean;
  /** The color of the bar if not ink. */
  color?: string;
};

/** Returns the length of a row's bar in percent of the leader's, from 0 to 100. */
export function measure(value: number, leader: number): number {
  if (leader <= 0) return 0;
  return Math.max(0, Math.min(100, (value / leader) * 100));
}

/** The props of a row in a ranked list. Its bottom border is a bar that shows the value relative to the leader. */
export function measured({ rank, value, leader, negative, color }: Measure) {
  const first = rank === 1 && (negative ? css.worst : css.first);
  return {
    className: [css.measured, first].filter(Boolean).join(" "),
    style: { "--length": `${measure(value, leader).toFixed(1)}%`, "--bar": color } as CSSProperties,
  };
}

/** The large number of a rank. Rank 1 is in reactive ink unless the list ranks downvotes. */
export function Rank({ rank, negative }: { rank: number; negative?: boolean }) {
  return <span className={rank === 1 && !negative ? `score ${css.rank} lit` : `score ${css.rank}`}>{rank}</span>;
}
