import { Box, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A screen with a single narrow form. */
export function FormPage({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap page">
      <Box maw={400} mx="auto">
        <Title>{title}</Title>
        {text && (
          <Text c="dimmed" mt="sm">
            {text}
          </Text>
        )}
        <Box mt="lg">{children}</Box>
      </Box>
    </div>
  );
}
