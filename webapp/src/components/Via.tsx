import type { ReactNode } from "react";

/** What wrote something for its author: the name of an app, or API for an access token. With `after`, the author's name before it. */
export function Via({ name, after }: { name: string | undefined; after?: ReactNode }) {
  if (!name) return after;
  const mark = <span className="faint"> via {name}</span>;
  if (!after) return mark;
  return (
    <span className="cut">
      {after}
      {mark}
    </span>
  );
}
