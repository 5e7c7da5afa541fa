import { Button } from "@mantine/core";
import field from "../../components/Field.module.css";
import { StageTicks } from "../../components/StageTicks";
import { Category, type LookingFor, type Monetization, Stage } from "../../gen/uvboard/v1/project_pb";
import { categoryLabels, lookingForLabels, monetizationLabels, stageHints } from "../../lib/choices";
import { stageLabels } from "../../lib/labels";
import { describedBy, FormField } from "./FormField";
import css from "./FormField.module.css";
import { controlId } from "./fields";
import type { ProjectForm } from "./useProjectForm";

// In the order in which the form offers them.
const categories = [
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
  Category.TRAVEL,
  Category.NEWS,
  Category.BUSINESS,
  Category.LIFESTYLE,
  Category.FOOD_DRINK,
  Category.SPORTS,
  Category.WEATHER,
  Category.REFERENCE,
  Category.OTHER,
];
const stages = [Stage.IDEA, Stage.MVP, Stage.BETA, Stage.LAUNCHED];
const monetizations = Object.keys(monetizationLabels).map(Number) as Monetization[];
const wishes = Object.keys(lookingForLabels).map(Number) as LookingFor[];

export function CategoryField({ form }: { form: ProjectForm }) {
  const error = form.errors.primaryCategory;
  const value = form.draft.primaryCategory;
  const choose = (category: Category) => {
    form.change("primaryCategory", category);
    // It cannot be both.
    form.change("secondaryCategories", (before) => before.filter((one) => one !== category));
  };
  return (
    <FormField name="primaryCategory" label="Primary category" error={error}>
      <select
        id={controlId("primaryCategory")}
        className={field.select}
        value={value}
        aria-invalid={error !== undefined}
        aria-required
        aria-describedby={describedBy("primaryCategory", { error })}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      >
        {value === Category.UNSPECIFIED && <option value={Category.UNSPECIFIED}>Select a category</option>}
        {categories.map((category) => (
          <option key={category} value={category}>
            {categoryLabels[category]}
          </option>
        ))}
      </select>
    </FormField>
  );
}

export function StageField({ form }: { form: ProjectForm }) {
  const { stage } = form.draft;
  return (
    <FormField
      name="stage"
      label="Stage"
      error={form.errors.stage}
      hint={`${stageLabels[stage]}: ${stageHints[stage]?.toLowerCase()}`}
      group="radiogroup"
    >
      <div className={css.segments}>
        {stages.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="stage"
              value={one}
              checked={stage === one}
              onChange={() => form.change("stage", one)}
            />
            <StageTicks stage={one} />
          </label>
        ))}
      </div>
    </FormField>
  );
}

/** Adds a value to a list, or takes it out. */
export const toggled = <T,>(list: T[], value: T): T[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];

export function SecondaryCategoriesField({ form }: { form: ProjectForm }) {
  const { secondaryCategories: chosen, primaryCategory } = form.draft;
  return (
    <FormField
      name="secondaryCategories"
      label="Secondary categories"
      aside={`${chosen.length} / 2`}
      error={form.errors.secondaryCategories}
      group="group"
    >
      <div className={css.chips}>
        {categories
          .filter((category) => category !== primaryCategory)
          .map((category) => (
            <Button
              size="sm"
              key={category}
              aria-pressed={chosen.includes(category)}
              onClick={() => {
                form.change("secondaryCategories", (before) => toggled(before, category));
                form.touch("secondaryCategories");
              }}
            >
              {categoryLabels[category]}
            </Button>
          ))}
      </div>
    </FormField>
  );
}

export function LookingForField({ form }: { form: ProjectForm }) {
  return (
    <FormField name="lookingFor" label="Looking for" error={form.errors.lookingFor} group="group">
      <div className={css.chips}>
        {wishes.map((wish) => (
          <Button
            size="sm"
            key={wish}
            aria-pressed={form.draft.lookingFor.includes(wish)}
            onClick={() => form.change("lookingFor", (before) => toggled(before, wish))}
          >
            {lookingForLabels[wish]}
          </Button>
        ))}
      </div>
    </FormField>
  );
}

export function MonetizationField({ form }: { form: ProjectForm }) {
  return (
    <FormField name="monetization" label="Monetization" error={form.errors.monetization}>
      <select
        id={controlId("monetization")}
        className={field.select}
        value={form.draft.monetization}
        onChange={(event) => form.change("monetization", Number(event.currentTarget.value))}
      >
        {monetizations.map((one) => (
          <option key={one} value={one}>
            {monetizationLabels[one]}
          </option>
        ))}
      </select>
    </FormField>
  );
}
