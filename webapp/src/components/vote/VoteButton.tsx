import type { ComponentProps } from "react";
import { VoteType } from "../../gen/uvboard/v1/vote_pb";

/** A vote button: the triangle of its side, and its children. */
export function VoteButton({ side, children, ...button }: ComponentProps<"button"> & { side: VoteType }) {
  return (
    <button type="button" {...button}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <path d={side === VoteType.UPVOTE ? "M2 11 7 3l5 8z" : "M2 3l5 8 5-8z"} />
      </svg>
      {children}
    </button>
  );
}
