import { useEffect, useEffectEvent, useRef, useState } from "react";
import { parseSaved, readSaved, writeSaved } from "../../lib/form/saved";
import type { Draft, Mode } from "./draft";
import { missingUploads, type SavedDraft, toSavedDraft, uploadUrls, withoutUploads } from "./savedDraft";

export type FormState = { draft: Draft; mode: Mode };

const debounceMs = 400;

/**
 * The form's state, saved in this browser until it is submitted: it survives a reload, a crash and the end of a session.
 * Tabs that show the same form are kept in sync, so that none overwrites another's changes.
 */
export function useSavedDraft(key: string, initial: FormState) {
  const base = toText(initial.draft);
  const [found] = useState(() => toSavedDraft(readSaved(key)));
  const isChanged = found !== undefined && toText(found.draft) !== base;
  const [form, setForm] = useState<FormState>(isChanged ? found : initial);
  const [restored, setRestored] = useState(isChanged ? found : undefined);
  const [canSave, setCanSave] = useState(true);
  // The state that localStorage has as far as this tab knows, and the newer state that is waiting for the debounce.
  const stored = useRef(form);
  const pending = useRef<FormState>(undefined);
  const submitted = useRef(false);

  const isDirty = toText(form.draft) !== base;

  const write = (next: FormState) => {
    pending.current = undefined;
    stored.current = next;
    const changed = toText(next.draft) !== base;
    const written = writeSaved(key, changed ? { ...next, base } : null);
    setCanSave(written);
    return written;
  };
  const flush = useEffectEvent(() => {
    if (pending.current && !submitted.current) write(pending.current);
  });

  useEffect(() => {
    if (form === stored.current) return;
    pending.current = form;
    const timer = window.setTimeout(flush, debounceMs);
    return () => window.clearTimeout(timer);
  }, [form]);

  const onStorage = useEffectEvent((event: StorageEvent) => {
    // Changes of this tab that are about to be written win.
    if (event.key !== key || pending.current) return;
    const next = toSavedDraft(parseSaved(event.newValue)) ?? initial;
    stored.current = next;
    setForm(next);
    if (next === initial) setRestored(undefined);
  });

  useEffect(() => {
    // Mobile browsers may end a hidden page without another event.
    const onHide = () => document.visibilityState === "hidden" && flush();
    window.addEventListener("storage", onStorage);
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      window.removeEventListener("storage", onStorage);
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", onHide);
    };
  }, []);
  // Save what was typed last when the form unmounts.
  useEffect(() => () => flush(), []);

  const missing = useMissingUploads(restored, (urls) =>
    setForm((before) => ({ ...before, draft: withoutUploads(before.draft, urls) })),
  );

  return {
    form,
    setForm,
    isDirty,
    /** The draft of an earlier visit, until it is discarded or submitted. */
    restored: restored && { at: restored.at, outdated: restored.base !== base, gone: missing },
    /** Whether the browser allows storage, as far as it was tried. */
    canSave,
    /** Whether leaving now would lose changes. Writes pending changes first. */
    wouldLose: () => !submitted.current && isDirty && !(pending.current ? write(pending.current) : canSave),
    /** Resets the form. The returned function undoes this, even after the form has unmounted. */
    discard: () => {
      const before = { form, restored };
      write(initial);
      setForm(initial);
      setRestored(undefined);
      return () => {
        writeSaved(key, { ...before.form, base });
        setForm(before.form);
        setRestored(before.restored);
      };
    },
    /** Removes the saved draft after the server has stored the project. */
    remove: () => {
      submitted.current = true;
      writeSaved(key, null);
    },
  };
}

// All drafts are built with the same order of keys, so equal drafts have equal JSON.
const toText = (draft: Draft): string => JSON.stringify(draft);

/** Counts the uploads of a restored draft that the server has deleted, and reports them so that they can be removed. */
function useMissingUploads(restored: SavedDraft | undefined, onMissing: (urls: Set<string>) => void): number {
  const [count, setCount] = useState(0);
  const report = useEffectEvent((urls: Set<string>) => {
    if (urls.size === 0) return;
    setCount(urls.size);
    onMissing(urls);
  });
  useEffect(() => {
    let mounted = true;
    if (restored) void missingUploads(uploadUrls(restored.draft)).then((urls) => mounted && report(urls));
    return () => {
      mounted = false;
    };
  }, [restored]);
  return restored ? count : 0;
}
