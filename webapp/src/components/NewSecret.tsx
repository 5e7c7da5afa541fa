import { Button, Code, Group, Paper, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useId, useState } from "react";
import { copyText } from "../lib/ui/clipboard";
import { toastError } from "../lib/ui/toast";

/** Shows a new token or secret, which cannot be shown again. */
export function NewSecret({
  what,
  value,
  name,
  note = "Treat it like a password.",
  onDone,
}: {
  what: "Token" | "Secret" | "Link";
  value: string;
  name: string;
  note?: string;
  onDone: () => void;
}) {
  const [copied, setCopied] = useState(false);
  const heading = useId();
  const warning = useId();
  const copy = async () => {
    if (await copyText(value)) setCopied(true);
    else toastError("Error", "Failed to copy. Select it and copy it yourself.");
  };
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", sm: "lg" }} aria-labelledby={heading}>
      <Stack gap={12}>
        <Title order={3} id={heading}>
          {name}
        </Title>
        <Text id={warning} c="dimmed">
          Copy it now; you won't see it again. {note}
        </Text>
        <Code block style={{ userSelect: "all" }}>
          {value}
        </Code>
        <Group gap="sm">
          <Button variant="filled" aria-describedby={warning} onClick={copy} autoFocus>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            {copied ? "Copied" : `Copy ${what}`}
          </Button>
          <Button onClick={onDone}>Done</Button>
        </Group>
        <VisuallyHidden role="status">{copied ? `${what} copied` : ""}</VisuallyHidden>
      </Stack>
    </Paper>
  );
}
