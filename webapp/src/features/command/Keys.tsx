import { Group, Kbd, Text } from "@mantine/core";
import { Fragment } from "react";
import { shownKeys } from "./shortcuts";

/** The keys of a shortcut, with the labels of a keyboard. */
export function Keys({ keys }: { keys: string }) {
  return (
    <Group component="span" gap={4} wrap="nowrap">
      {shownKeys(keys).map((press, i) => (
        <Fragment key={press.join("+")}>
          {i > 0 && (
            <Text span size="xs" c="var(--uv-text-3)" data-then>
              then
            </Text>
          )}
          {press.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Fragment>
      ))}
    </Group>
  );
}
