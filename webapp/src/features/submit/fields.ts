import type { Draft } from "./draft";

/** A field that can have an error. Errors of custom tools appear at the tools; the visibility switch has none. */
export type Field = Exclude<keyof Draft, "customTools" | "isPublic">;

export type Errors = Partial<Record<Field, string>>;

export type StepId = "essentials" | "build" | "story" | "media" | "links" | "impact";

/** The steps of the form with their fields, in order. The quick form has those that are `quick`. */
export const steps: { id: StepId; name: string; note?: string; quick?: boolean; fields: Field[] }[] = [
  {
    id: "essentials",
    name: "Essentials",
    quick: true,
    fields: ["title", "tagline", "primaryCategory", "stage", "vibeTools", "logo", "demo"],
  },
  {
    id: "build",
    name: "How It Was Built",
    note: "Everything here is optional. It helps others to judge what is possible.",
    quick: true,
    fields: ["code", "hours", "cost", "lesson"],
  },
  {
    id: "story",
    name: "Story",
    note: "Only the description is required.",
    fields: ["description", "secondaryCategories", "tags", "lookingFor", "monetization", "launchDate"],
  },
  {
    id: "media",
    name: "Media",
    note: "Add a cover or at least one screenshot to publish. Drafts don't need either.",
    fields: ["coverImage", "screenshots", "videos"],
  },
  {
    id: "links",
    name: "Links",
    note: "Everything here is optional.",
    fields: ["repo", "docs", "website", "twitter", "discord"],
  },
  { id: "impact", name: "Impact", note: "Everything here is optional.", fields: ["problem", "solution", "metrics"] },
];

/** The labels of URL fields, which all have the same error message. */
export const addressLabels = {
  demo: "Demo URL",
  repo: "Repository URL",
  docs: "Documentation URL",
  website: "Website URL",
  twitter: "X (Twitter) URL",
  discord: "Discord URL",
} satisfies Partial<Record<Field, string>>;

export const allFields: Field[] = steps.flatMap((step) => step.fields);

/** Whether the quick form has the field. */
export const isQuick = (field: Field): boolean => steps.some((step) => step.quick && step.fields.includes(field));

const required = new Set<Field>(["title", "tagline", "primaryCategory", "stage", "vibeTools", "logo", "description"]);

/** Whether the form cannot be saved without the field, in the modes that show it. */
export const isRequired = (field: Field): boolean => required.has(field);

/** The element id of a field's control, for its label, its error and links to it. */
export const controlId = (field: Field): string => `project-${field}`;

/** Whether a field has a value. */
export function isFilled(draft: Draft, field: Field): boolean {
  if (field === "vibeTools") return draft.vibeTools.length + draft.customTools.length > 0;
  const value = draft[field];
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** The form field for a path in the message, such as `links.demo`; undefined if the form has none. */
export function fieldOf(path: string): Field | undefined {
  const names = path.replace(/\[\d+\]/g, "").split(".");
  if (names.includes("metrics")) return "metrics";
  if (names[0] === "customTools") return "vibeTools";
  if (path === "media") return "screenshots";
  return allFields.find((field) => field === names.at(-1));
}

/** Assigns errors by path to the form's fields; other errors are left out. The first error of a field wins. */
export function byField(errorsByPath: Record<string, string>): Errors {
  const errors: Errors = {};
  for (const [path, message] of Object.entries(errorsByPath)) {
    const field = fieldOf(path);
    if (field) errors[field] ??= message;
  }
  return errors;
}
