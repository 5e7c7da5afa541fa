import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { plural } from "../../lib/text/text";
import { CodeField, NumberField } from "./BuildFields";
import {
  CategoryField,
  LookingForField,
  MonetizationField,
  SecondaryCategoriesField,
  StageField,
} from "./ChoiceFields";
import css from "./Fields.module.css";
import { type StepId, steps } from "./fields";
import { TagsField, ToolsField } from "./ListFields";
import { CoverField, LogoField, ScreenshotsField, VideosField } from "./MediaFields";
import { MetricsField } from "./MetricsField";
import { filledCount } from "./StepNav";
import { AreaField, TextField, UrlField } from "./TextFields";
import { taglineFrom } from "./tagline";
import type { ProjectForm } from "./useProjectForm";
import type { Uploads } from "./useUploads";

/** The first step. Its children, such as the error summary, come before the fields. */
export function Essentials({ form, uploads, children }: { form: ProjectForm; uploads: Uploads; children: ReactNode }) {
  return (
    <Step id="essentials" form={form}>
      {children}
      <Text size="sm" c="var(--uv-text-3)">
        Fields marked * are required.
      </Text>
      <TextField form={form} name="title" label="Title" placeholder="What is it called?" />
      <TextField form={form} name="tagline" label="Tagline" placeholder="What does it do, and for whom?" />
      <CategoryField form={form} />
      <StageField form={form} />
      <ToolsField form={form} />
      <LogoField form={form} uploads={uploads} />
      <UrlField form={form} name="demo" aside="Optional" />
    </Step>
  );
}

/** Three answers of one press each, and a sentence. */
export function Build({ form }: { form: ProjectForm }) {
  return (
    <Step id="build" form={form}>
      <CodeField form={form} />
      <NumberField
        form={form}
        name="hours"
        label="Hours it took"
        unit={(n) => plural(n, "hour")}
        values={[2, 8, 20, 40, 100]}
      />
      <NumberField
        form={form}
        name="cost"
        label="What it cost, in US dollars"
        unit={(n) => `$${n}`}
        values={[0, 20, 50, 100, 500]}
      />
      <AreaField form={form} name="lesson" label="What failed?" rows={2} placeholder="What would you do differently?" />
    </Step>
  );
}

export function Story({ form }: { form: ProjectForm }) {
  const { min = 0 } = form.limits.description ?? {};
  const fillTagline = () => {
    const { description, tagline } = form.draft;
    if (tagline.trim() === "" && min > 0 && Array.from(description.trim()).length >= min) {
      form.change("tagline", taglineFrom(description, form.limits.tagline?.max ?? 0));
    }
  };
  return (
    <Step id="story" form={form}>
      <AreaField
        form={form}
        name="description"
        label="Description"
        rows={8}
        hint={`${min > 0 ? `At least ${min} characters. ` : ""}Markdown works: **bold**, # headings, - lists, [links](https://…), \`code\` and tables.`}
        onLeave={fillTagline}
      />
      <SecondaryCategoriesField form={form} />
      <TagsField form={form} />
      <LookingForField form={form} />
      <MonetizationField form={form} />
      <TextField form={form} name="launchDate" label="Launch date" type="date" />
    </Step>
  );
}

export function Media({ form, uploads }: { form: ProjectForm; uploads: Uploads }) {
  return (
    <Step id="media" form={form}>
      <CoverField form={form} uploads={uploads} />
      <ScreenshotsField form={form} uploads={uploads} />
      <VideosField form={form} uploads={uploads} />
    </Step>
  );
}

export function Links({ form }: { form: ProjectForm }) {
  return (
    <Step id="links" form={form}>
      <UrlField form={form} name="repo" />
      <UrlField form={form} name="docs" />
      <UrlField form={form} name="website" />
      <UrlField form={form} name="twitter" />
      <UrlField form={form} name="discord" />
    </Step>
  );
}

export function Impact({ form }: { form: ProjectForm }) {
  return (
    <Step id="impact" form={form}>
      <AreaField form={form} name="problem" label="Problem" />
      <AreaField form={form} name="solution" label="Solution" />
      <MetricsField form={form} />
    </Step>
  );
}

function Step({ id, form, children }: { id: StepId; form: ProjectForm; children: ReactNode }) {
  const at = steps.findIndex((step) => step.id === id);
  const step = steps[at];
  if (!step) return null;
  return (
    <Stack component="section" gap={24} id={`step-${id}`} aria-labelledby={`step-${id}-name`} className={css.step}>
      <Group gap={4} justify="space-between" align="baseline" pb={12} fz="sm" c="dimmed" className={css.stepHead}>
        <Title order={2} c="var(--uv-text)" fz={{ base: "lg", sm: "xl" }} id={`step-${id}-name`}>
          <Text span inherit display={{ base: "inline", sm: "none" }}>
            {at + 1}{" "}
          </Text>
          {step.name}
        </Title>
        <span className="num">
          {filledCount(form, step.fields)} of {step.fields.length}
        </span>
        {step.note && (
          <Text size="sm" w="100%">
            {step.note}
          </Text>
        )}
      </Group>
      {children}
    </Stack>
  );
}
