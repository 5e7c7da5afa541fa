import { Group, Stack, Text, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";

/** Reports success in place of a form, and takes the focus. */
export function Done({ title, text, action }: { title: string; text: ReactNode; action: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="wrap page">
      <Stack gap={12} maw={400} mx="auto" role="status" style={{ overflowWrap: "anywhere" }}>
        <IconCheck size={28} aria-hidden="true" />
        <Title ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Text component="div" c="dimmed">
          {text}
        </Text>
        <Group gap="sm" mt={12}>
          {action}
        </Group>
      </Stack>
    </div>
  );
}
