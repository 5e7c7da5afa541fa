import { Button, Code, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useId } from "react";
import { CopyButton } from "../../components/CopyButton";

/** Shows new recovery codes, which cannot be shown again. */
export function RecoveryCodes({
  codes,
  without,
  onDone,
}: {
  codes: string[];
  /** What they work without. */
  without: "app" | "passkey";
  onDone: () => void;
}) {
  const heading = useId();
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", sm: "lg" }} aria-labelledby={heading}>
      <Stack gap={12}>
        <Title order={3} id={heading}>
          Your recovery codes
        </Title>
        <Text c="dimmed">
          The second factor is on. Keep these codes where you find them without your phone; you won't see them again.
          Each works once instead of {without === "app" ? "a code of the app" : "a passkey"}.
        </Text>
        <SimpleGrid
          component="ol"
          cols={{ base: 1, sm: 2 }}
          spacing={8}
          verticalSpacing={8}
          style={{ userSelect: "all" }}
        >
          {codes.map((code) => (
            <li key={code}>
              <Code>{code}</Code>
            </li>
          ))}
        </SimpleGrid>
        <Group gap="sm">
          <CopyButton value={codes.join("\n")} label="Copy Codes" />
          <Button variant="filled" onClick={onDone} autoFocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
