import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { isObject, type Saved } from "../../lib/form/saved";
import { type Draft, emptyDraft, type Mode } from "./draft";
import { type Metric, parseRows } from "./metrics";

/** A form as this browser stores it. */
export type SavedDraft = {
  draft: Draft;
  mode: Mode;
  /** The form's initial values as JSON. If they differ from today's, the project was changed in the meantime. */
  base: string;
  /** When it was saved, in milliseconds. */
  at: number;
};

/**
 * The draft in what any release saved: unknown fields are dropped; missing fields and fields of another type get their
 * defaults.
 */
export function toSavedDraft(saved: Saved | undefined): SavedDraft | undefined {
  if (!isObject(saved?.draft)) return undefined;
  const draft = { ...emptyDraft } as Record<string, unknown>;
  for (const [name, defaultValue] of Object.entries(emptyDraft)) {
    const value = saved.draft[name];
    if (name === "metrics") draft[name] = parseMetrics(value);
    else if (!Array.isArray(defaultValue)) {
      if (typeof value === typeof defaultValue) draft[name] = value;
    } else if (Array.isArray(value)) {
      const type = enumLists.has(name) ? "number" : "string";
      draft[name] = value.filter((item) => typeof item === type);
    }
  }
  return {
    // Each value now has the type of its default.
    draft: draft as Draft,
    mode: saved.mode === SubmitMode.COMPLETE ? SubmitMode.COMPLETE : SubmitMode.QUICK,
    base: typeof saved.base === "string" ? saved.base : "",
    at: saved.at,
  };
}

// The other lists are lists of strings.
const enumLists = new Set<string>(["vibeTools", "secondaryCategories", "lookingFor"] satisfies (keyof Draft)[]);

// Earlier releases stored the text of an input for JSON.
function parseMetrics(value: unknown): Metric[] {
  if (typeof value === "string") return parseRows(value) ?? (value.trim() ? [{ name: value, value: "" }] : []);
  return Array.isArray(value) ? value.filter(isMetric) : [];
}

const isMetric = (value: unknown): value is Metric =>
  isObject(value) && typeof value.name === "string" && typeof value.value === "string";

/** The URLs of the draft's images and videos that are stored on this server. */
export const uploadUrls = (draft: Draft): string[] =>
  [draft.logo, draft.coverImage, ...draft.screenshots, ...draft.videos].filter((url) => url.startsWith("/uploads/"));

/** The draft without the given uploads. */
export function withoutUploads(draft: Draft, urls: ReadonlySet<string>): Draft {
  return {
    ...draft,
    logo: urls.has(draft.logo) ? "" : draft.logo,
    coverImage: urls.has(draft.coverImage) ? "" : draft.coverImage,
    screenshots: draft.screenshots.filter((url) => !urls.has(url)),
    videos: draft.videos.filter((url) => !urls.has(url)),
  };
}

/** The given uploads that the server has deleted: uploads that no project uses expire after a while. */
export async function missingUploads(urls: string[]): Promise<Set<string>> {
  const missing = await Promise.all(
    urls.map(async (url) => ((await fetch(url, { method: "HEAD" }).catch(() => undefined))?.status === 404 ? url : "")),
  );
  return new Set(missing.filter(Boolean));
}
