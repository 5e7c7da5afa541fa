import { Box, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** The heading of a screen, with a slug beside it and a sentence below. */
export function PageHead({ title, slug, children }: { title: string; slug?: string; children?: ReactNode }) {
  return (
    <Box mb={32}>
      <Group gap={12} align="baseline">
        <Title>{title}</Title>
        {slug && <span className="slug">{slug}</span>}
      </Group>
      {children && (
        <Text c="dimmed" mt="sm" maw="60ch">
          {children}
        </Text>
      )}
    </Box>
  );
}
