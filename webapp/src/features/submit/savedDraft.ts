import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { type Draft, emptyDraft, type Mode } from "./draft";

/** A form as it was left. */
export type Kept = {
  draft: Draft;
  mode: Mode;
  /** What the form began with, as text: another project than now means that it was changed since. */
  base: string;
  /** When it was kept, in milliseconds. */
  at: number;
};

const prefix = "uvboard.draft:";
const lasts = 30 * 24 * 60 * 60 * 1000;

/** Where the form of one account for one project is kept in this browser. */
export const placeOf = (account: string, project: string | undefined): string =>
  `${prefix}${account}:${project ?? "new"}`;

/** What is kept there; undefined when there is nothing, or nothing that can be read. What is too old is thrown away. */
export function readKept(place: string): Kept | undefined {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(prefix) && !parseKept(localStorage.getItem(name))) localStorage.removeItem(name);
    }
    return parseKept(localStorage.getItem(place));
  } catch {
    return undefined;
  }
}

/** Keeps a form; null forgets it. False when this browser keeps nothing. */
export function writeKept(place: string, kept: Kept | null): boolean {
  try {
    if (kept) localStorage.setItem(place, JSON.stringify(kept));
    else localStorage.removeItem(place);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads what any release kept: fields it does not know are dropped, those that were not there yet have their defaults,
 * and so have those of another kind.
 */
export function parseKept(text: string | null): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (!isObject(kept) || !isObject(kept.draft) || typeof kept.at !== "number") return undefined;
    if (Date.now() - kept.at > lasts) return undefined;
    const draft = { ...emptyDraft } as Record<string, unknown>;
    for (const [name, standard] of Object.entries(emptyDraft)) {
      const value = kept.draft[name];
      if (!Array.isArray(standard)) {
        if (typeof value === typeof standard) draft[name] = value;
      } else if (Array.isArray(value)) {
        const kind = ofNumbers.has(name) ? "number" : "string";
        draft[name] = value.filter((one) => typeof one === kind);
      }
    }
    return {
      // Every value is of its default's kind now.
      draft: draft as Draft,
      mode: kept.mode === SubmitMode.COMPLETE ? SubmitMode.COMPLETE : SubmitMode.QUICK,
      base: typeof kept.base === "string" ? kept.base : "",
      at: kept.at,
    };
  } catch {
    return undefined;
  }
}

// Lists of enumerations; the others are of words.
const ofNumbers = new Set<string>(["vibeTools", "secondaryCategories", "lookingFor"] satisfies (keyof Draft)[]);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The pictures and films of a form that the server keeps. */
export const uploadsOf = (draft: Draft): string[] =>
  [draft.logo, draft.coverImage, ...draft.screenshots, ...draft.videos].filter((url) => url.startsWith("/uploads/"));

/** The form without those. */
export function without(draft: Draft, gone: ReadonlySet<string>): Draft {
  return {
    ...draft,
    logo: gone.has(draft.logo) ? "" : draft.logo,
    coverImage: gone.has(draft.coverImage) ? "" : draft.coverImage,
    screenshots: draft.screenshots.filter((url) => !gone.has(url)),
    videos: draft.videos.filter((url) => !gone.has(url)),
  };
}

/** Which of them the server does not have any more: it collects what no project refers to after a while. */
export async function goneOf(urls: string[]): Promise<Set<string>> {
  const asked = await Promise.all(
    urls.map(async (url) => ((await fetch(url, { method: "HEAD" }).catch(() => undefined))?.status === 404 ? url : "")),
  );
  return new Set(asked.filter(Boolean));
}
