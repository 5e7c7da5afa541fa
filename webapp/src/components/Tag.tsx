import type { ComponentProps, ReactNode } from "react";
import css from "./Tag.module.css";

/** A word about something, in an outline. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className={css.tag}>
      <span>{children}</span>
    </span>
  );
}

/** A tag to press. */
export function TagButton({ large, children, ...rest }: ComponentProps<"button"> & { large?: boolean }) {
  return (
    <button type="button" {...rest} className={large ? `${css.tag} ${css.large}` : css.tag}>
      <span>{children}</span>
    </button>
  );
}

/** The first few of a list of words, and how many more there are. */
export function TagList({ words, max }: { words: string[]; max: number }) {
  const more = words.length - max;
  return (
    <span className="tags">
      {words.slice(0, max).map((word) => (
        <Tag key={word}>{word}</Tag>
      ))}
      {more > 0 && (
        <Tag>
          +{more}
          <span className="sr"> more</span>
        </Tag>
      )}
    </span>
  );
}
