import { Badge, Group, VisuallyHidden } from "@mantine/core";
import type { WordLink } from "../lib/text/labels";
import { BadgeLink } from "./BadgeLink";

/** The first tags or tools of a list, which lead to their pages, and the number of the remaining ones. */
export function TagList({ words, max, rest = "" }: { words: WordLink[]; max: number; rest?: string }) {
  const more = words.length - max;
  return (
    <Group component="span" gap={6}>
      {words.slice(0, max).map(({ name, to }) => (
        <BadgeLink key={name} to={to}>
          {name}
        </BadgeLink>
      ))}
      {more > 0 && (
        <Badge component="span">
          +{more}
          {rest || <VisuallyHidden component="span"> more</VisuallyHidden>}
        </Badge>
      )}
    </Group>
  );
}
