import { useCallback, useEffect, useState } from "react";
import { withoutPlaceholders } from "../text/markdownText";
import { isObject, readSaved, writeSaved } from "./saved";

/**
 * The values that a form starts with: those that the user left in this browser, else the given ones. While the form is
 * mounted, `useKeep` stores its values; call `clear` when the server has them.
 */
export function useSavedText<V extends Record<string, string>>(key: string, initial: V) {
  const [start] = useState<V>(() => {
    const saved = readSaved(key)?.values;
    const values = { ...initial };
    for (const name of Object.keys(initial) as (keyof V & string)[]) {
      const value = isObject(saved) ? saved[name] : undefined;
      if (typeof value === "string") values[name] = withoutPlaceholders(value) as V[typeof name];
    }
    return values;
  });
  return { start, clear: () => void writeSaved(key, null) };
}

/**
 * Stores the values of a form as they change, unless they are the initial ones or all blank. Returns whether there are
 * values to store, whether the browser refused that, and how to try again.
 */
export function useKeepText<V extends Record<string, string>>(key: string, values: V, initial: V) {
  const text = JSON.stringify(values);
  const nothing = text === JSON.stringify(initial) || Object.values(values).every((value) => value.trim() === "");
  const [refused, setRefused] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the values
  const retry = useCallback(() => setRefused(!writeSaved(key, nothing ? null : { values })), [key, text, nothing]);
  useEffect(retry, [retry]);
  return { changed: !nothing, refused, retry };
}
