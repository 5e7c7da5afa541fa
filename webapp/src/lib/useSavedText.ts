import { useEffect, useState } from "react";
import { withoutPlaceholders } from "./markdownText";
import { readText, writeText } from "./savedText";

/**
 * The values that a form starts with: those that the user left in this browser, else the given ones. While the form is
 * mounted, `useKeep` stores its values; call `clear` when the server has them.
 */
export function useSavedText<V extends Record<string, string>>(key: string, initial: V) {
  const [start] = useState<V>(() => {
    const saved = readText(key);
    const values = { ...initial };
    for (const name of Object.keys(initial) as (keyof V & string)[]) {
      const value = saved[name];
      if (value !== undefined) values[name] = withoutPlaceholders(value) as V[typeof name];
    }
    return values;
  });
  return { start, clear: () => writeText(key, {}) };
}

/** Stores the values of a form as they change, unless they are the initial ones. */
export function useKeepText<V extends Record<string, string>>(key: string, values: V, initial: V): void {
  const text = JSON.stringify(values);
  const same = text === JSON.stringify(initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the values
  useEffect(() => writeText(key, same ? {} : values), [key, text, same]);
}
