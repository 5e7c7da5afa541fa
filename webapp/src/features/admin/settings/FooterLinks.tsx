import { ActionIcon, Button, Group, Input, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";

export type LinkRow = { label: string; url: string };

/** The greatest number of links, as in the proto. */
const max = 8;

/** Rows of links. Errors are those of the fields footerLinks.N.label and footerLinks.N.url. */
export function FooterLinks({
  value,
  errors,
  onChange,
}: {
  value: LinkRow[];
  errors: Record<string, unknown>;
  onChange: (rows: LinkRow[]) => void;
}) {
  const error = (row: number, field: keyof LinkRow) =>
    (errors[`footerLinks.${row}.${field}`] ?? errors[`footerLinks[${row}].${field}`]) as string | undefined;
  const set = (at: number, change: Partial<LinkRow>) =>
    onChange(value.map((row, i) => (i === at ? { ...row, ...change } : row)));
  return (
    <Input.Wrapper label="Footer links" labelElement="div" error={errors.footerLinks as string | undefined}>
      {value.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <Group key={i} gap="sm" align="start" wrap="nowrap" my={6}>
          <TextInput
            aria-label={`Label of link ${i + 1}`}
            placeholder="Label"
            value={row.label}
            error={error(i, "label")}
            onChange={(event) => set(i, { label: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            type="url"
            aria-label={`URL of link ${i + 1}`}
            placeholder="https://"
            value={row.url}
            error={error(i, "url")}
            onChange={(event) => set(i, { url: event.currentTarget.value })}
          />
          <ActionIcon
            size="lg"
            aria-label={`Remove link ${i + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== i))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {value.length < max && (
        <Button
          size="sm"
          mt={6}
          display="block"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...value, { label: "", url: "" }])}
        >
          Add a link
        </Button>
      )}
    </Input.Wrapper>
  );
}
