import { Button, Group, NativeSelect, SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { StageTicks } from "../../components/StageTicks";
import { Category, type LookingFor, type Monetization, Stage } from "../../gen/uvboard/v1/project_pb";
import { categories, categoryLabels, lookingForLabels, monetizationLabels, stageHints } from "../../lib/text/choices";
import { stageLabels } from "../../lib/text/labels";
import css from "./Fields.module.css";
import { FieldGroup, fieldProps } from "./FormField";
import type { ProjectForm } from "./useProjectForm";

const stages = [Stage.IDEA, Stage.MVP, Stage.BETA, Stage.LAUNCHED];
const monetizations = Object.keys(monetizationLabels).map(Number) as Monetization[];
const wishes = Object.keys(lookingForLabels).map(Number) as LookingFor[];

const options = <V extends number>(values: V[], labels: Partial<Record<V, string>>) =>
  values.map((value) => ({ value: String(value), label: labels[value] ?? "" }));

export function CategoryField({ form }: { form: ProjectForm }) {
  const value = form.draft.primaryCategory;
  const choose = (category: Category) => {
    form.change("primaryCategory", category);
    // A category is either the primary one or a secondary one.
    form.change("secondaryCategories", (before) => before.filter((other) => other !== category));
  };
  const none = { value: String(Category.UNSPECIFIED), label: "Select a category" };
  return (
    <NativeSelect
      {...fieldProps(form, "primaryCategory", "Primary category")}
      data={[...(value === Category.UNSPECIFIED ? [none] : []), ...options(categories, categoryLabels)]}
      value={value}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    />
  );
}

export function MonetizationField({ form }: { form: ProjectForm }) {
  return (
    <NativeSelect
      {...fieldProps(form, "monetization", "Monetization")}
      data={options(monetizations, monetizationLabels)}
      value={form.draft.monetization}
      onChange={(event) => form.change("monetization", Number(event.currentTarget.value))}
    />
  );
}

export function StageField({ form }: { form: ProjectForm }) {
  const { stage } = form.draft;
  return (
    <FieldGroup
      form={form}
      name="stage"
      label="Stage"
      hint={`${stageLabels[stage]}: ${stageHints[stage]?.toLowerCase()}`}
    >
      <SegmentedControl
        className={css.stages}
        fullWidth
        withItemsBorders={false}
        data={stages.map((value) => ({ value, label: <StageTicks stage={value} /> }))}
        value={stage}
        onChange={(value) => form.change("stage", value)}
      />
    </FieldGroup>
  );
}

/** Adds a value to a list, or removes it. */
export const toggled = <T,>(list: T[], value: T): T[] =>
  list.includes(value) ? list.filter((other) => other !== value) : [...list, value];

/** A toggle button for each value. */
export function Toggles<T extends string | number>({
  values,
  labels,
  chosen,
  onToggle,
  children,
}: {
  values: T[];
  /** Without labels, the values are the labels. */
  labels?: Partial<Record<T, string>>;
  chosen: T[];
  onToggle: (value: T) => void;
  children?: ReactNode;
}) {
  return (
    <Group gap={8}>
      {values.map((value) => (
        <Button size="sm" key={value} aria-pressed={chosen.includes(value)} onClick={() => onToggle(value)}>
          {labels?.[value] ?? value}
        </Button>
      ))}
      {children}
    </Group>
  );
}

export function SecondaryCategoriesField({ form }: { form: ProjectForm }) {
  const { secondaryCategories: chosen, primaryCategory } = form.draft;
  const max = form.limits.secondaryCategories?.max;
  return (
    <FieldGroup
      form={form}
      name="secondaryCategories"
      label="Secondary categories"
      aside={max === undefined ? undefined : `${chosen.length} / ${max}`}
    >
      <Toggles
        values={categories.filter((category) => category !== primaryCategory)}
        labels={categoryLabels}
        chosen={chosen}
        onToggle={(category) => {
          form.change("secondaryCategories", (before) => toggled(before, category));
          form.touch("secondaryCategories");
        }}
      />
    </FieldGroup>
  );
}

export function LookingForField({ form }: { form: ProjectForm }) {
  return (
    <FieldGroup form={form} name="lookingFor" label="Looking for">
      <Toggles
        values={wishes}
        labels={lookingForLabels}
        chosen={form.draft.lookingFor}
        onToggle={(wish) => form.change("lookingFor", (before) => toggled(before, wish))}
      />
    </FieldGroup>
  );
}
