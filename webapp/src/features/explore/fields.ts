import { Category, ProjectSort, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { categories, categoryLabels, sortLabels } from "../../lib/text/choices";
import { enumName, enumValue, stageLabels, toolLabels } from "../../lib/text/labels";

type Field = {
  name: "stage" | "category" | "tool" | "sort";
  label: string;
  names: Record<string, string | number>;
  labels: Partial<Record<number, string>>;
  /** The values that the panel offers. */
  values: string;
};

const words = (names: Record<number, string>, values: number[]) =>
  values.map((value) => enumName(names, value)).join(" ");

export const fields: Field[] = [
  { name: "stage", label: "Stage", names: Stage, labels: stageLabels, values: "idea mvp beta launched archived" },
  {
    name: "category",
    label: "Category",
    names: Category,
    labels: categoryLabels,
    values: words(Category, categories),
  },
  {
    name: "tool",
    label: "Tool",
    names: VibeTool,
    labels: toolLabels,
    values: words(VibeTool, Object.keys(toolLabels).map(Number)),
  },
  {
    name: "sort",
    label: "Sort",
    names: ProjectSort,
    labels: sortLabels,
    values: "newest oldest trending alphabetical",
  },
];

/** The label of a field's value, such as "AI Agents" for "ai_agents". */
export const labelOf = ({ names, labels }: Field, value: string): string =>
  labels[enumValue<number>(names, value) ?? 0] ?? value;

/** The options of a field's select. A link may name a value that the panel does not offer; it is added. */
export function options(field: Field, current: string | undefined) {
  const values = new Set(field.values.split(" "));
  if (current) values.add(current);
  return [...values].map((value) => ({ value, label: labelOf(field, value) }));
}
