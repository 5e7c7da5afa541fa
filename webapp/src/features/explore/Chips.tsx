import { Button, Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { FollowButton } from "../../components/follow/FollowButton";
import { FollowType } from "../../gen/uvboard/v1/follow_pb";
import css from "./Explore.module.css";
import { type FieldName, fields, showGone } from "./fields";
import { type ExploreSearch, isFiltered } from "./search";

type Chip = { name: FieldName | "gone"; value: string; label: string; active: boolean };

const quick = [
  { name: "stage", value: "launched", label: "Launched" },
  { name: "stage", value: "mvp", label: "MVP" },
  { name: "category", value: "ai_agents", label: "AI Agents" },
] as const;

/** The active choices that are no quick filter, then the quick filters. A click switches one on or off. */
function chips(search: ExploreSearch): Chip[] {
  const others = fields.flatMap((field) => {
    const { name } = field;
    const value = search[name];
    if (!value || quick.some((chip) => chip.name === name && chip.value === value)) return [];
    return [{ name, value, label: field.labelOf(value), active: true }];
  });
  return [
    ...others,
    ...(search.gone ? [{ name: "gone" as const, value: "true", label: showGone, active: true }] : []),
    ...quick.map((chip) => ({ ...chip, active: search[chip.name] === chip.value })),
  ];
}

const nameOf = (tool: string) => fields.find(({ name }) => name === "tool")?.labelOf(tool) ?? tool;

export function Chips({
  search,
  onChange,
  onClear,
}: {
  search: ExploreSearch;
  onChange: (next: Partial<ExploreSearch>) => void;
  onClear: () => void;
}) {
  return (
    <Group gap="sm" className={`${css.line} ${css.screen}`}>
      {chips(search).map(({ name, value, label, active }) => (
        <Button
          key={`${name} ${value}`}
          size="sm"
          aria-pressed={active}
          onClick={() => onChange({ [name]: active ? undefined : value })}
        >
          {label}
          {active && <IconX size={14} />}
        </Button>
      ))}
      {search.tool && <FollowButton type={FollowType.TOOL} id={search.tool} name={nameOf(search.tool)} />}
      {(isFiltered(search) || search.sort) && (
        <Button variant="subtle" size="sm" onClick={onClear}>
          Clear Filters
        </Button>
      )}
    </Group>
  );
}
