import { Category, ProjectSort, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { categoryLabels, sortLabels } from "../../lib/choices";
import { enumName, enumValue, stageLabels, toolLabels } from "../../lib/labels";

type Field = {
  name: "stage" | "category" | "tool" | "sort";
  label: string;
  names: Record<string, string | number>;
  labels: Partial<Record<number, string>>;
  /** The values that the panel offers. */
  values: number[];
};

export const fields: Field[] = [
  {
    name: "stage",
    label: "Stage",
    names: Stage,
    labels: stageLabels,
    values: [Stage.IDEA, Stage.MVP, Stage.BETA, Stage.LAUNCHED, Stage.ARCHIVED],
  },
  {
    name: "category",
    label: "Category",
    names: Category,
    labels: categoryLabels,
    values: [
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
    ],
  },
  {
    name: "tool",
    label: "Tool",
    names: VibeTool,
    labels: toolLabels,
    values: [
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
    ],
  },
  {
    name: "sort",
    label: "Sort",
    names: ProjectSort,
    labels: sortLabels,
    values: [ProjectSort.NEWEST, ProjectSort.OLDEST, ProjectSort.TRENDING, ProjectSort.ALPHABETICAL],
  },
];

/** The options of a field's select. A link may name a value that the panel does not offer; it is added. */
export function options({ names, labels, values }: Field, current: string | undefined) {
  const value = current ? enumValue<number>(names, current) : undefined;
  const shown = value === undefined || values.includes(value) ? values : [...values, value];
  return shown.map((one) => ({ value: enumName(names as Record<number, string>, one), label: labels[one] ?? "" }));
}

/** The label of a field's value, such as "AI Agents" for "ai_agents". */
export const labelOf = ({ names, labels }: Field, value: string): string =>
  labels[enumValue<number>(names, value) ?? 0] ?? value;
