import { useDeferredValue, useState } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { savedKey } from "../../lib/form/saved";
import { loadRules, useRules } from "../../lib/form/useRules";
import { type Draft, draftOf, emptyDraft, firstMode, type Mode } from "./draft";
import { allFields, type Errors, type Field } from "./fields";
import { limitsOf, validateDraft } from "./rules";
import { useSavedDraft } from "./useSavedDraft";

export type Change = <K extends keyof Draft>(name: K, value: Draft[K] | ((before: Draft[K]) => Draft[K])) => void;

/** What an attempt to save asks for: a draft needs less than what is to be public. */
export type Aim = "publish" | "draft";

/**
 * The values and errors of the project form. An error is shown once the field was left or a save was attempted.
 *
 * This form does not use Mantine's form state: the saved draft owns the values, since it also follows other tabs, and the
 * errors are derived from the whole draft, since the rules of one field depend on others and on the mode.
 */
export function useProjectForm(account: string, project: Project | undefined) {
  const [initial] = useState(() => ({ draft: project ? draftOf(project) : emptyDraft, mode: firstMode(project) }));
  const saved = useSavedDraft(savedKey("draft", account, project?.id ?? "new"), initial);
  const { draft, mode } = saved.form;
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
  const [serverErrors, setServerErrors] = useState<Errors>({});
  const rules = useRules();
  const [attempted, setAttempted] = useState<Draft>(); // the draft of the last attempt to save
  const [aim, setAim] = useState<Aim>("publish"); // of the last attempt to save

  // Validation must not delay typing, but the errors of an attempt to save are shown at once.
  const deferred = useDeferredValue(draft);
  const validated = draft === attempted ? draft : deferred;
  const invalid = rules ? validateDraft(rules, aimed(validated, aim), mode) : {};
  const errors: Errors = {};
  for (const field of allFields) {
    const message = (touched.has(field) ? invalid[field] : undefined) ?? serverErrors[field];
    if (message) errors[field] = message;
  }

  const change: Change = (name, value) => {
    saved.setForm((before) => {
      const previous = before.draft[name];
      const next = typeof value === "function" ? value(previous) : value;
      return { ...before, draft: { ...before.draft, [name]: next } };
    });
    // The value that the server refused is gone.
    setServerErrors((before) => ({ ...before, [name === "customTools" ? "vibeTools" : name]: undefined }));
  };

  return {
    draft,
    mode,
    setMode: (next: Mode) => saved.setForm((before) => ({ ...before, mode: next })),
    errors,
    change,
    saved,
    /** Whether the rules are loaded; until then `isValid` means nothing. */
    canValidate: rules !== undefined,
    /** The size limits of the fields; empty until the rules are loaded. */
    limits: rules ? limitsOf(rules) : {},
    /** Whether a field obeys the rules, touched or not. */
    isValid: (field: Field) => !invalid[field],
    touch: (field: Field) => setTouched((before) => (before.has(field) ? before : new Set(before).add(field))),
    setServerErrors,
    /** Whether the errors are those of a project that is to be public. */
    publishing: aimed(draft, aim).isPublic,
    /** Marks all fields as touched and returns their errors. */
    validateAll: async (aim: Aim): Promise<Errors> => {
      setAim(aim);
      setTouched(new Set(allFields));
      setServerErrors({});
      setAttempted(draft);
      const loaded = rules ?? (await loadRules().catch(() => undefined));
      return loaded ? validateDraft(loaded, aimed(draft, aim), mode) : {};
    },
  };
}

/** The draft as an attempt sends it. */
export const aimed = (draft: Draft, aim: Aim): Draft => (aim === "draft" ? { ...draft, isPublic: false } : draft);

export type ProjectForm = ReturnType<typeof useProjectForm>;
