import type { ReactNode } from "react";
import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import {
  CategoryField,
  LookingForField,
  MonetizationField,
  SecondaryCategoriesField,
  StageField,
} from "./ChoiceFields";
import { type StepId, steps } from "./fields";
import { TagsField, ToolsField } from "./ListFields";
import { CoverField, LogoField, ScreenshotsField, VideosField } from "./MediaFields";
import { filledCount } from "./StepNav";
import css from "./Submit.module.css";
import { AreaField, TextField, UrlField } from "./TextFields";
import { taglineFrom } from "./tagline";
import type { ProjectForm } from "./useProjectForm";
import type { Uploads } from "./useUploads";

/** The first part; what is wrong with the whole form stands at its head. */
export function Essentials({ form, uploads, children }: { form: ProjectForm; uploads: Uploads; children: ReactNode }) {
  return (
    <Step id="essentials" form={form}>
      {children}
      <p className="sm faint">Fields marked * are required.</p>
      <TextField form={form} name="title" label="Title" most={80} placeholder="What is it called?" />
      <TextField form={form} name="tagline" label="Tagline" most={140} placeholder="What does it do, and for whom?" />
      <CategoryField form={form} />
      <StageField form={form} />
      <ToolsField form={form} />
      <LogoField form={form} uploads={uploads} />
      <UrlField form={form} name="demo" aside="Optional" />
    </Step>
  );
}

// A description of this length says enough to take a tagline from it.
const longEnough = 50;

export function Story({ form }: { form: ProjectForm }) {
  const fillTagline = () => {
    const { description, tagline } = form.draft;
    if (tagline.trim() === "" && Array.from(description.trim()).length >= longEnough) {
      form.change("tagline", taglineFrom(description));
    }
  };
  return (
    <Step id="story" form={form}>
      <AreaField
        form={form}
        name="description"
        label="Description"
        most={3000}
        rows={8}
        hint="At least 50 characters. Markdown works: **bold**, # headings, - lists, [links](https://…), `code` and tables."
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
      <AreaField form={form} name="problem" label="Problem" most={500} />
      <AreaField form={form} name="solution" label="Solution" most={500} />
      <AreaField
        form={form}
        name="metrics"
        label="Metrics"
        code
        rows={7}
        placeholder={'{"users": 2140, "revenue": 860, "plates exported": 11902}'}
        hint="JSON: users, revenue in dollars, and any others by their own names."
      />
    </Step>
  );
}

function Step({ id, form, children }: { id: StepId; form: ProjectForm; children: ReactNode }) {
  const at = steps.findIndex((step) => step.id === id);
  const step = steps[at];
  if (!step) return null;
  // The short form is one part, whose name only a small screen needs, where the list of parts is left out.
  const quick = form.mode === SubmitMode.QUICK;
  return (
    <section className={css.step} id={`step-${id}`} aria-labelledby={`step-${id}-name`}>
      <div className={quick ? `${css.stepHead} ${css.onlySmall}` : css.stepHead}>
        <h2 id={`step-${id}-name`}>
          <span className={css.onlySmallInline}>{at + 1} </span>
          {step.name}
        </h2>
        <span className="num">
          {filledCount(form, step.fields)} of {step.fields.length}
        </span>
        {step.note && <p>{step.note}</p>}
      </div>
      {children}
    </section>
  );
}
