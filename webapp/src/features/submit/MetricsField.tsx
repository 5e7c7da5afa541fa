import { ActionIcon, Group, Stack, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { afterMouseUp } from "../../lib/ui/afterMouseUp";
import { FieldGroup } from "./FormField";
import { type Metric, parseRows } from "./metrics";
import type { ProjectForm } from "./useProjectForm";

const examples = ["users", "revenue", "downloads"];

const isIncomplete = ({ name, value }: Metric): boolean => !name.trim() !== !value.trim();

/** Rows of a name and a value, with an empty row at the end. JSON that is pasted as a name fills the rows. */
export function MetricsField({ form }: { form: ProjectForm }) {
  const rows = form.draft.metrics;
  const someIncomplete = rows.some(isIncomplete);
  const inputProps = (row: Metric, i: number) => ({
    autoComplete: "off",
    autoCapitalize: "none",
    error: form.errors.metrics !== undefined && i < rows.length && (!someIncomplete || isIncomplete(row)),
  });
  const set = (i: number, changed: Metric) => {
    const next = rows.toSpliced(i, 1, changed);
    form.change("metrics", next.slice(0, next.findLastIndex(({ name, value }) => name || value) + 1));
  };
  return (
    <FieldGroup
      form={form}
      name="metrics"
      label="Metrics"
      aside={`${rows.length}`}
      hint="Users, revenue in dollars, and any others."
    >
      <Stack
        gap={8}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) afterMouseUp(() => form.touch("metrics"));
        }}
      >
        {[...rows, { name: "", value: "" }].map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their inputs are controlled
          <Group key={i} gap={8} wrap="nowrap">
            <TextInput
              {...inputProps(row, i)}
              flex={3}
              aria-label={`Metric ${i + 1}: name`}
              placeholder={examples[i] ?? "name"}
              value={row.name}
              onChange={(event) => set(i, { ...row, name: event.currentTarget.value })}
              onPaste={(event) => {
                const pasted = parseRows(event.clipboardData.getData("text"));
                if (!pasted) return;
                event.preventDefault();
                form.change("metrics", rows.toSpliced(i, 1, ...pasted));
              }}
            />
            <TextInput
              {...inputProps(row, i)}
              flex={2}
              aria-label={`Metric ${i + 1}: value`}
              placeholder="value"
              value={row.value}
              onChange={(event) => set(i, { ...row, value: event.currentTarget.value })}
            />
            <ActionIcon
              aria-label={`Remove metric ${i + 1}`}
              style={{ visibility: i < rows.length ? undefined : "hidden" }}
              onClick={(event) => {
                event.currentTarget.parentElement?.querySelector("input")?.focus();
                form.change("metrics", rows.toSpliced(i, 1));
              }}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </FieldGroup>
  );
}
