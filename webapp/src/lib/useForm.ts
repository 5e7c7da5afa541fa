import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { readFailure } from "./failure";
import { useStrayFiles } from "./useStrayFiles";

/** The sentence for each field at fault. */
export type Faults = Record<string, string>;

type Values = Record<string, string | string[]>;

const none = { message: "", ended: false };

/** For a field of the library's that has to be filled: the mark behind its label, and the word in speech. */
export const required = { "aria-required": true, labelProps: { "data-required": true } } as const;

/**
 * The state of a form: what was typed, what is wrong with it, and its sending. Nothing typed is ever lost.
 * `check` finds faults before anything is sent; `send` rejects with the failed call, whose own faults land on the same
 * fields. What no field can show becomes the message, or `otherwise` when the server said nothing fit to read.
 * A field is called wrong only after the first attempt to send, and no longer than it is.
 */
export function useForm<V extends Values>({
  initial,
  check,
  send,
  otherwise,
}: {
  initial: V;
  check: (values: V) => Promise<Faults>;
  send: (values: V) => Promise<unknown>;
  otherwise: string;
}) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults>({});
  const [alert, setAlert] = useState(none);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useStrayFiles();
  // A slow check must not speak of what has been typed over since.
  const latest = useRef(values);

  const set = (name: keyof V & string, value: V[typeof name]) => {
    const next = { ...latest.current, [name]: value };
    latest.current = next;
    setValues(next);
    if (!faults[name]) return;
    void check(next).then((found) => {
      if (latest.current === next) setFaults((before) => withFault(before, name, found[name]));
    });
  };

  // Whoever reads what is wrong finds the form free again: to type, to send, to leave by Escape.
  const show = (found: Faults) => {
    flushSync(() => {
      setBusy(false);
      setFaults(found);
    });
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const attempt = async () => {
    setAlert(none);
    const sent = latest.current;
    const found = await check(sent);
    if (Object.keys(found).length > 0) {
      show(found);
      return;
    }
    setFaults({});
    try {
      await send(sent);
    } catch (thrown) {
      const failure = readFailure(thrown);
      const known = Object.entries(failure.fields).filter(([path]) => fieldOf(path) in sent);
      show(Object.fromEntries(known.map(([path, sentence]) => [fieldOf(path), sentence])));
      if (known.length > 0) return;
      setAlert({ message: failure.message || otherwise, ended: failure.code === "UNAUTHENTICATED" });
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void attempt().finally(() => setBusy(false));
  };

  return {
    values,
    faults,
    /** What is wrong beyond any one field, for a FormAlert; an empty message when nothing is. */
    alert,
    busy,
    dirty: values !== initial && JSON.stringify(values) !== JSON.stringify(initial),
    set,
    /** For the <form> itself. */
    form: { ref: form, onSubmit: submit, noValidate: true },
    /** For the input of a field with one line of text or more. */
    field: (name: keyof V & string) => ({
      name,
      value: values[name] as string,
      error: faults[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value as V[typeof name]),
    }),
  };
}

// One field stands for a path within it: socialLinks.website is the field website, skills[3] the field skills.
const fieldOf = (path: string): string => (path.split(".").at(-1) ?? path).replace(/\[\d+\]$/, "");

function withFault(faults: Faults, name: string, sentence: string | undefined): Faults {
  const next = { ...faults };
  if (sentence) next[name] = sentence;
  else delete next[name];
  return next;
}
