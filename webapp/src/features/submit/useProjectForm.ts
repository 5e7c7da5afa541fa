import { useDeferredValue, useEffect, useState } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { lazyWithRetry } from "../../lib/lazyWithRetry";
import { type Draft, draftOf, emptyDraft, firstMode, type Mode } from "./draft";
import { allFields, type Errors, type Field } from "./fields";
import type { brokenRules } from "./rules";
import { placeOf } from "./savedDraft";
import { useKept } from "./useSavedDraft";

type Check = typeof brokenRules;

export type Change = <K extends keyof Draft>(name: K, value: Draft[K] | ((before: Draft[K]) => Draft[K])) => void;

/** What the form holds, and what is wrong with it: a field is called wrong once it was left, or a save was tried. */
export function useProjectForm(account: string, project: Project | undefined) {
  const [initial] = useState(() => ({ draft: project ? draftOf(project) : emptyDraft, mode: firstMode(project) }));
  const kept = useKept(placeOf(account, project?.id), initial);
  const { draft, mode } = kept.form;
  const setDraft = (next: (before: Draft) => Draft) =>
    kept.setForm((before) => ({ ...before, draft: next(before.draft) }));
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState<Errors>({});
  const [check, setCheck] = useState<Check>();
  const [saved, setSaved] = useState<Draft>(); // what a save was tried with last

  useEffect(() => {
    let here = true;
    // Without the rules the server, which has the same ones, is the only judge.
    loadRules().then(
      (rules) => here && setCheck(() => rules),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);

  // Typing does not wait for the rules; a save does, and what it found must stand at once.
  const deferred = useDeferredValue(draft);
  const settled = draft === saved ? draft : deferred;
  const broken = check?.(settled, mode, project?.id) ?? {};
  const errors: Errors = {};
  for (const field of allFields) {
    const sentence = (touched.has(field) ? broken[field] : undefined) ?? refused[field];
    if (sentence) errors[field] = sentence;
  }

  const change: Change = (name, value) => {
    setDraft((before) => ({ ...before, [name]: typeof value === "function" ? value(before[name]) : value }));
    // What the server refused is no longer there.
    setRefused((before) => {
      const next = { ...before };
      delete next[name === "customTools" ? "vibeTools" : (name as Field)];
      return next;
    });
  };

  return {
    draft,
    mode,
    setMode: (next: Mode) => kept.setForm((before) => ({ ...before, mode: next })),
    errors,
    change,
    kept,
    /** Whether the rules have been read; until then nothing is known to be right. */
    judged: check !== undefined,
    /** Whether a field is without fault as far as the rules go, whoever has seen it. */
    isSound: (field: Field) => !broken[field],
    leave: (field: Field) => setTouched((before) => (before.has(field) ? before : new Set(before).add(field))),
    refuse: setRefused,
    /** Marks every field as seen and gives what is wrong with any of them. */
    checkAll: async (): Promise<Errors> => {
      setTouched(new Set(allFields));
      setRefused({});
      setSaved(draft);
      const rules = check ?? (await loadRules().catch(() => undefined));
      return rules?.(draft, mode, project?.id) ?? {};
    },
  };
}

export type ProjectForm = ReturnType<typeof useProjectForm>;

const loadRules = (): Promise<Check> => lazyWithRetry(() => import("./rules")).then((rules) => rules.brokenRules);
