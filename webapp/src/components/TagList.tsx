import { Badge, Group, VisuallyHidden } from "@mantine/core";

/** The first words of a list as badges, and the number of the remaining ones. */
export function TagList({ words, max }: { words: string[]; max: number }) {
  const more = words.length - max;
  return (
    <Group component="span" gap={6}>
      {words.slice(0, max).map((word) => (
        <Badge key={word} component="span">
          {word}
        </Badge>
      ))}
      {more > 0 && (
        <Badge component="span">
          +{more}
          <VisuallyHidden component="span"> more</VisuallyHidden>
        </Badge>
      )}
    </Group>
  );
}
