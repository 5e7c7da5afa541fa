import type { Draft } from "./draft";

/** A field of the form. Custom tools are part of the tools, and the switch has nothing to be wrong about. */
export type Field = Exclude<keyof Draft, "customTools" | "isPublic">;

export type Errors = Partial<Record<Field, string>>;

export type StepId = "essentials" | "story" | "media" | "links" | "impact";

/** The parts of the form in their order, with their fields in theirs. The short form is the first part alone. */
export const steps: { id: StepId; name: string; note?: string; fields: Field[] }[] = [
  {
    id: "essentials",
    name: "Essentials",
    fields: ["title", "tagline", "primaryCategory", "stage", "vibeTools", "logo", "demo"],
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

/** The labels of addresses, whose sentence does not say which of them is wrong. */
export const addressLabels = {
  demo: "Demo URL",
  repo: "Repository URL",
  docs: "Documentation URL",
  website: "Website URL",
  twitter: "X (Twitter) URL",
  discord: "Discord URL",
} satisfies Partial<Record<Field, string>>;

export const allFields: Field[] = steps.flatMap((step) => step.fields);

export const isEssential = (field: Field): boolean => steps[0]?.fields.includes(field) ?? false;

const required = new Set<Field>(["title", "tagline", "primaryCategory", "stage", "vibeTools", "logo", "description"]);

/** Whether nothing is saved without the field, where the form shows it. */
export const isRequired = (field: Field): boolean => required.has(field);

/** The id of a field's control in the document, for its label, its error and the links that lead to it. */
export const controlId = (field: Field): string => `project-${field}`;

/** The fields that have something in them. */
export function isFilled(draft: Draft, field: Field): boolean {
  if (field === "vibeTools") return draft.vibeTools.length + draft.customTools.length > 0;
  const value = draft[field];
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** The field that a path of the server's speaks of, such as `links.demo`; undefined when the form has none. */
export function fieldOf(path: string): Field | undefined {
  const names = path.replace(/\[\d+\]/g, "").split(".");
  if (names.includes("metrics")) return "metrics";
  if (names[0] === "customTools") return "vibeTools";
  if (path === "media") return "screenshots";
  return allFields.find((field) => field === names.at(-1));
}

/** The sentences by the form's fields; those of no field are left out. The first of a field counts. */
export function byField(sentences: Record<string, string>): Errors {
  const errors: Errors = {};
  for (const [path, sentence] of Object.entries(sentences)) {
    const field = fieldOf(path);
    if (field) errors[field] ??= sentence;
  }
  return errors;
}
