import { useEffect, useState } from "react";

/** The localStorage keys and the default values of VibeKit's forms. */
export const storageKeys = { imaginator: "vibekit.imaginator", logo: "vibekit.logo", theme: "vibekit.theme" } as const;

/** The stored values of a form. A missing or invalid value has its default. */
export function readStored<V extends Record<string, string>>(
  key: string,
  defaults: V,
  isValid: (name: keyof V, value: string) => boolean = () => true,
): V {
  const values = { ...defaults };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    for (const name of Object.keys(defaults) as (keyof V & string)[]) {
      const value = (stored as Record<string, unknown> | null)?.[name];
      if (typeof value === "string" && isValid(name, value)) values[name] = value as V[typeof name];
    }
  } catch {
    // Without storage, or if something else wrote there, the form has its defaults.
  }
  return values;
}

/** The values that a form had on the last visit. */
export function useStored<V extends Record<string, string>>(
  key: string,
  defaults: V,
  isValid?: (name: keyof V, value: string) => boolean,
): V {
  const [start] = useState(() => readStored(key, defaults, isValid));
  return start;
}

/** Stores the values of a form as they change. */
export function useStore(key: string, values: Record<string, string>): void {
  const text = JSON.stringify(values);
  useEffect(() => {
    try {
      localStorage.setItem(key, text);
    } catch {
      // Without storage the values are kept while the page is open.
    }
  }, [key, text]);
}
