import { Box, Group, Text } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** A row of a list in the settings. Where the text leaves no room, the actions wrap below it. */
export function Row({
  icon: RowIcon,
  title,
  badge,
  children,
  actions,
}: {
  icon: Icon;
  title: string;
  badge?: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <Group component="li" gap="md" wrap="nowrap">
      <RowIcon size={18} color="var(--uv-text-3)" />
      <Group flex={1} gap="sm" justify="space-between">
        <Box flex="1 1 180px" miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text span fw={600} mr="sm">
            {title}
          </Text>
          {badge}
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        </Box>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
    </Group>
  );
}
