import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { copyText } from "../lib/ui/clipboard";
import { toast, toastError } from "../lib/ui/toast";

/** Copies a text and says so. The label names the text; without `text` shown on it the button is an icon. */
export function CopyButton({
  value,
  label,
  done = "Copied!",
  icon,
}: {
  /** The text, or a function that makes it. */
  value: string | (() => string);
  label: string;
  done?: string;
  icon?: boolean;
}) {
  const copy = async () => {
    if (await copyText(typeof value === "string" ? value : value())) toast(done);
    else toastError("Error", "Your browser does not allow copying. Select the text instead.");
  };
  if (icon) {
    return (
      <Tooltip label={label}>
        <ActionIcon aria-label={label} onClick={() => void copy()}>
          <IconCopy size={16} />
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Button size="sm" onClick={() => void copy()}>
      <IconCopy size={16} />
      {label}
    </Button>
  );
}
