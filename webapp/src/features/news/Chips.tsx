import { Button, Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { isFiltered, type NewsSearch, tools } from "./search";

/** The active filters. A click removes one. */
export function Chips({
  search,
  onChange,
  onClear,
}: {
  search: NewsSearch;
  onChange: (next: NewsSearch) => void;
  onClear: () => void;
}) {
  if (!isFiltered(search)) return null;
  const chips = [
    { name: "q", label: search.q && `“${search.q}”` },
    { name: "source", label: search.source },
    { name: "tool", label: search.tool && tools[search.tool] },
  ] as const;
  return (
    <Group gap="sm" mt="sm" role="group" aria-label="Active filters">
      {chips.map(
        ({ name, label }) =>
          label && (
            <Button
              key={name}
              size="sm"
              maw="100%"
              aria-label={`Remove ${label}`}
              rightSection={<IconX size={14} />}
              onClick={() => onChange({ [name]: undefined, ...(name === "q" && { exact: undefined }) })}
            >
              {label}
            </Button>
          ),
      )}
      <Button variant="subtle" size="sm" onClick={onClear}>
        Clear all
      </Button>
    </Group>
  );
}
