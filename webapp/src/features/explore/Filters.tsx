import { NativeSelect } from "@mantine/core";
import { Category, ProjectSort, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { categoryLabels, sortLabels } from "../../lib/choices";
import { enumName, stageLabels, toolLabels } from "../../lib/labels";
import css from "./Explore.module.css";
import type { ExploreSearch } from "./search";

const all = { value: "", label: "All" };

function choices<E extends number>(names: Record<number, string>, labels: Partial<Record<E, string>>, values: E[]) {
  return values.map((value) => ({ value: enumName(names, value), label: labels[value] ?? "" }));
}

const stages = choices(Stage, stageLabels, [Stage.IDEA, Stage.MVP, Stage.BETA, Stage.LAUNCHED, Stage.ARCHIVED]);
const categories = choices(Category, categoryLabels, [
  Category.PRODUCTIVITY,
  Category.UTILITIES,
  Category.AI_AGENTS,
  Category.DEVELOPER_TOOLS,
  Category.EDUCATION,
  Category.ENTERTAINMENT,
  Category.FINANCE,
  Category.HEALTH_FITNESS,
  Category.SOCIAL,
  Category.GAMES,
  Category.MUSIC_AUDIO,
  Category.PHOTO_VIDEO,
  Category.BUSINESS,
  Category.LIFESTYLE,
  Category.OTHER,
]);
const tools = choices(VibeTool, toolLabels, [
  VibeTool.REPLIT,
  VibeTool.VERCEL_V0,
  VibeTool.CURSOR,
  VibeTool.OPENAI,
  VibeTool.CLAUDE,
  VibeTool.GITHUB_COPILOT,
  VibeTool.MIDJOURNEY,
  VibeTool.FIGMA,
  VibeTool.SUPABASE,
  VibeTool.NEXTJS,
  VibeTool.REACT,
  VibeTool.TAILWIND,
  VibeTool.TYPESCRIPT,
  VibeTool.PYTHON,
  VibeTool.NODEJS,
]);
const sorts = choices(ProjectSort, sortLabels, [
  ProjectSort.NEWEST,
  ProjectSort.OLDEST,
  ProjectSort.TRENDING,
  ProjectSort.ALPHABETICAL,
]);
const relevance = { value: "", label: "Relevance" };

/** The panel of filters, and the order. A search is ordered by relevance until another order is chosen. */
export function Filters({
  search,
  onChange,
}: {
  search: ExploreSearch;
  onChange: (next: Partial<ExploreSearch>) => void;
}) {
  return (
    <div className={css.filters} id="filters">
      <NativeSelect
        label="Stage"
        value={search.stage ?? ""}
        data={[all, ...stages]}
        onChange={(event) => onChange({ stage: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label="Category"
        value={search.category ?? ""}
        data={withCurrent([all, ...categories], search.category, Category, categoryLabels)}
        onChange={(event) => onChange({ category: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label="Tool"
        value={search.tool ?? ""}
        data={withCurrent([all, ...tools], search.tool, VibeTool, toolLabels)}
        onChange={(event) => onChange({ tool: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label="Sort"
        value={search.sort ?? (search.q ? "" : "newest")}
        data={search.q ? [relevance, ...sorts] : sorts}
        onChange={(event) => onChange({ sort: event.currentTarget.value || undefined })}
      />
    </div>
  );
}

// A link may name a category or tool that the panel does not offer; what is in force must still be shown.
function withCurrent<E extends number>(
  options: { value: string; label: string }[],
  current: string | undefined,
  names: Record<string, E | string>,
  labels: Partial<Record<E, string>>,
) {
  if (!current || options.some((option) => option.value === current)) return options;
  const value = names[current.toUpperCase()];
  return [...options, { value: current, label: (typeof value === "number" && labels[value]) || current }];
}
