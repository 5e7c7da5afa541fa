import { BuildCode, Category, ProjectSort, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { categories, categoryLabels, codeLabels, sortLabels } from "../../lib/text/choices";
import { enumName, enumValue, stageLabels, toolLabels } from "../../lib/text/labels";

export type FieldName = "stage" | "category" | "tool" | "code" | "maxHours" | "sort";

type Field = {
  name: FieldName;
  label: string;
  /** The label of a value, such as "AI Agents" for "ai_agents". */
  labelOf: (value: string) => string;
  /** The values that the panel offers. */
  values: string;
};

const labelsOf = (names: Record<string, string | number>, labels: Partial<Record<number, string>>) => (value: string) =>
  labels[enumValue<number>(names, value) ?? 0] ?? value;

const words = (names: Record<number, string>, values: number[]) =>
  values.map((value) => enumName(names, value)).join(" ");

export const fields: Field[] = [
  {
    name: "stage",
    label: "Stage",
    labelOf: labelsOf(Stage, stageLabels),
    values: "idea mvp beta launched archived",
  },
  {
    name: "category",
    label: "Category",
    labelOf: labelsOf(Category, categoryLabels),
    values: words(Category, categories),
  },
  {
    name: "tool",
    label: "Tool",
    labelOf: labelsOf(VibeTool, toolLabels),
    values: words(VibeTool, Object.keys(toolLabels).map(Number)),
  },
  {
    name: "code",
    label: "Who wrote the code",
    labelOf: labelsOf(BuildCode, codeLabels),
    values: "people mixed mostly_ai ai",
  },
  { name: "maxHours", label: "Hours", labelOf: (value) => `Under ${Number(value) + 1} hours`, values: "9 39 99" },
  {
    name: "sort",
    label: "Sort",
    labelOf: labelsOf(ProjectSort, sortLabels),
    values: "newest oldest trending alphabetical",
  },
];

/** The options of a field's select. A link may name a value that the panel does not offer; it is added. */
export function options(field: Field, current: string | undefined) {
  const values = new Set(field.values.split(" "));
  if (current) values.add(current);
  return [...values].map((value) => ({ value, label: field.labelOf(value) }));
}

/** The label of the choice that shows projects that are gone too. */
export const showGone = "Show gone too";
