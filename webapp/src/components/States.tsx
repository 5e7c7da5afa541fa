import { Box, type BoxProps, Button, Flex, Group, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { failureMessage } from "../lib/server/failure";
import { PlateLines } from "./Plate";

/** A band of lines made from the title, one of them broken if something failed. A number may stand in its corner. */
function Band({ title, broken, number, size }: Pick<State, "title" | "broken" | "number"> & { size: BoxProps }) {
  return (
    <Flex pos="relative" c="var(--uv-line-strong)" aria-hidden="true" style={{ overflow: "hidden" }} {...size}>
      {[1, 2, 3].map((n) => (
        <Box key={n} pos="relative" w={400} flex="none">
          <PlateLines text={title + n} />
        </Box>
      ))}
      {broken && (
        <Box component="svg" pos="absolute" left="62%" h="100%" viewBox="0 0 8 48" fill="var(--uv-quench)">
          <path d="M0 0h1v18l4 4-4 5v21H0V28l4-5-4-5z" />
        </Box>
      )}
      {number && (
        <Text
          className="score"
          pos="absolute"
          bottom={0}
          fz={{ base: 96, sm: 160 }}
          pr="md"
          c="bright"
          bg="var(--uv-ground)"
        >
          {number}
        </Text>
      )}
    </Flex>
  );
}

type State = {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** The level of the heading; at level 1 the state takes the place of the screen. */
  level?: 1 | 2 | 3;
  number?: string;
  broken?: boolean;
};

function StateView({ title, text, action, level = 3, number, broken }: State) {
  const sentence = text && (
    <Text c="dimmed" maw="52ch">
      {text}
    </Text>
  );
  if (level === 1) {
    return (
      <Stack align="start" role={broken ? "alert" : undefined}>
        <Band title={title} broken={broken} number={number} size={{ w: "100%", h: { base: 120, sm: 200 } }} />
        <Title mt="md">{title}</Title>
        {sentence}
        {action && (
          <Group gap="sm" mt="sm">
            {action}
          </Group>
        )}
      </Stack>
    );
  }
  return (
    <Box
      px="lg"
      py={40}
      style={{ border: "var(--uv-hair)", borderRadius: "var(--uv-r-lg)" }}
      role={broken ? "alert" : undefined}
    >
      <Stack gap={6} align="center" ta="center">
        <Band title={title} broken={broken} size={{ w: 216, h: 48 }} />
        <Title order={level} size="h3" mt={10}>
          {title}
        </Title>
        {sentence}
        {action && (
          <Group gap="sm" justify="center" mt={12}>
            {action}
          </Group>
        )}
      </Stack>
    </Box>
  );
}

/** Nothing to show: lines, a sentence and what to do next. */
export function EmptyState(props: Omit<State, "broken">) {
  return <StateView {...props} />;
}

/** A failed request: a broken line, the reason, and a button that tries again. */
export function ErrorState({
  title = "Couldn't load projects",
  error,
  onRetry,
  retry = "Try again",
  level,
}: {
  title?: string;
  error: unknown;
  onRetry: () => void;
  retry?: string;
  level?: State["level"];
}) {
  return (
    <StateView
      broken
      title={title}
      text={failureMessage(error, "An error occurred")}
      level={level}
      action={
        <Button onClick={onRetry}>
          <IconRefresh size={16} />
          {retry}
        </Button>
      }
    />
  );
}

/** EmptyState as one line, for a narrow column. */
export function SideEmpty({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed" py="lg" style={{ borderBottom: "var(--uv-hair)" }}>
      {text}
    </Text>
  );
}

/** ErrorState as one line, for a narrow column. */
export function SideError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Group gap={12} py="lg" fz="sm" c="dimmed" role="alert" style={{ borderBottom: "var(--uv-hair)" }}>
      {failureMessage(error, "An error occurred")}
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </Group>
  );
}

/** Wraps skeletons. Screen readers announce once that something is loading. */
export function Loading({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={className} aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {children}
    </div>
  );
}
