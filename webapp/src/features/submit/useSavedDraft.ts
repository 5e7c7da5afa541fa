import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Draft, Mode } from "./draft";
import { goneOf, type Kept, parseKept, readKept, uploadsOf, without, writeKept } from "./savedDraft";

export type Form = { draft: Draft; mode: Mode };

// Typing rests that long before it is kept.
const pause = 400;

/**
 * The form as it stands, kept in this browser until it is sent: it survives a reload, a crash and the end of a session.
 * Tabs with the same form follow each other, so that none writes over what another has.
 */
export function useKept(place: string, initial: Form) {
  const base = textOf(initial.draft);
  const [found] = useState(() => readKept(place));
  const isOther = found !== undefined && textOf(found.draft) !== base;
  const [form, setForm] = useState<Form>(isOther ? found : initial);
  const [restored, setRestored] = useState(isOther ? found : undefined);
  const [works, setWorks] = useState(true);
  // What the store holds as far as this tab knows; and what it does not hold yet.
  const known = useRef(form);
  const waiting = useRef<Form>(undefined);
  const sent = useRef(false);

  const dirty = textOf(form.draft) !== base;

  const write = (next: Form) => {
    waiting.current = undefined;
    known.current = next;
    const changed = textOf(next.draft) !== base;
    const written = writeKept(place, changed ? { ...next, base, at: Date.now() } : null);
    setWorks(written);
    return written;
  };
  const flush = useEffectEvent(() => {
    if (waiting.current && !sent.current) write(waiting.current);
  });

  useEffect(() => {
    if (form === known.current) return;
    waiting.current = form;
    const timer = window.setTimeout(flush, pause);
    return () => window.clearTimeout(timer);
  }, [form]);

  const follow = useEffectEvent((event: StorageEvent) => {
    // Newer words of this tab are about to be written.
    if (event.key !== place || waiting.current) return;
    const next = parseKept(event.newValue) ?? initial;
    known.current = next;
    setForm(next);
    if (next === initial) setRestored(undefined);
  });

  useEffect(() => {
    // A phone ends pages without another word.
    const hide = () => document.visibilityState === "hidden" && flush();
    window.addEventListener("storage", follow);
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", hide);
    return () => {
      window.removeEventListener("storage", follow);
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", hide);
    };
  }, []);
  // As a layout effect would: the form leaves the page with what was typed last.
  useEffect(() => () => flush(), []);

  const gone = useGone(restored, (urls) => setForm((before) => ({ ...before, draft: without(before.draft, urls) })));

  return {
    form,
    setForm,
    dirty,
    /** What came back from an earlier visit, until it is discarded or sent. */
    restored: restored && { at: restored.at, outdated: restored.base !== base, gone },
    /** Whether this browser keeps what is here, as far as it has been tried. */
    works,
    /** Whether leaving now would lose what is here. What was typed last is kept first, if it can be. */
    loses: () => !sent.current && dirty && !(waiting.current ? write(waiting.current) : works),
    /** Begins again. The returned function brings everything back, even after the form has gone. */
    discard: () => {
      const before = { form, restored };
      write(initial);
      setForm(initial);
      setRestored(undefined);
      return () => {
        writeKept(place, { ...before.form, base, at: Date.now() });
        setForm(before.form);
        setRestored(before.restored);
      };
    },
    /** The server has it now. */
    forget: () => {
      sent.current = true;
      writeKept(place, null);
    },
  };
}

// The order of names is the same wherever a draft is made.
const textOf = (draft: Draft): string => JSON.stringify(draft);

/** How many uploads of a restored form the server has no more; they are taken out. */
function useGone(restored: Kept | undefined, onGone: (urls: Set<string>) => void): number {
  const [count, setCount] = useState(0);
  const take = useEffectEvent((urls: Set<string>) => {
    if (urls.size === 0) return;
    setCount(urls.size);
    onGone(urls);
  });
  useEffect(() => {
    let here = true;
    if (restored) void goneOf(uploadsOf(restored.draft)).then((urls) => here && take(urls));
    return () => {
      here = false;
    };
  }, [restored]);
  return restored ? count : 0;
}
