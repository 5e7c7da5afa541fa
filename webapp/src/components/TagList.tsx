import { Badge } from "@mantine/core";

/** The first words of a list as badges, and the number of the remaining ones. */
export function TagList({ words, max }: { words: string[]; max: number }) {
  const more = words.length - max;
  return (
    <span className="tags">
      {words.slice(0, max).map((word) => (
        <Badge key={word} component="span">
          {word}
        </Badge>
      ))}
      {more > 0 && (
        <Badge component="span">
          +{more}
          <span className="sr"> more</span>
        </Badge>
      )}
    </span>
  );
}
