import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import css from "./Explore.module.css";
import { type ExploreSearch, isFiltered } from "./search";

const quick = [
  { label: "Launched", name: "stage", word: "launched" },
  { label: "MVP", name: "stage", word: "mvp" },
  { label: "AI Agents", name: "category", word: "ai_agents" },
] as const;

/** The three filters most asked for, each switched on and off by a press, and the way back to none. */
export function QuickFilters({
  search,
  onChange,
  onClear,
}: {
  search: ExploreSearch;
  onChange: (next: Partial<ExploreSearch>) => void;
  onClear: () => void;
}) {
  return (
    <div className={css.quick}>
      {quick.map(({ label, name, word }) => {
        const on = search[name] === word;
        return (
          <Button size="sm" key={word} aria-pressed={on} onClick={() => onChange({ [name]: on ? undefined : word })}>
            {label}
          </Button>
        );
      })}
      {(isFiltered(search) || search.sort) && (
        <Button variant="subtle" size="sm" className={css.clear} onClick={onClear}>
          <IconX size={16} />
          Clear Filters
        </Button>
      )}
    </div>
  );
}
