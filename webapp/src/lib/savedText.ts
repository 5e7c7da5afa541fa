// Texts that a user has written and not sent yet, kept in this browser. The account's id is part of each key, so that no other
// account sees them and deleting the account removes them.

const prefix = "uvboard.text:";
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

type Saved = { values: Record<string, string>; at: number };

/** The localStorage key for a form of an account, such as the reply to a thread. */
export const textKey = (account: string, form: string): string => `${prefix}${account}:${form}`;

/** Reads what a form had; empty if nothing is stored. Removes all expired texts. */
export function readText(key: string, now = Date.now()): Record<string, string> {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(prefix) && !parse(localStorage.getItem(name), now)) localStorage.removeItem(name);
    }
    return parse(localStorage.getItem(key), now)?.values ?? {};
  } catch {
    return {};
  }
}

/** Stores the values of a form, or removes them if all are blank. */
export function writeText(key: string, values: Record<string, string>, now = Date.now()): void {
  try {
    if (Object.values(values).every((value) => value.trim() === "")) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ values, at: now } satisfies Saved));
  } catch {
    // Without storage the text is kept while the page is open.
  }
}

function parse(text: string | null, now: number): Saved | undefined {
  try {
    const saved = JSON.parse(text ?? "null") as Partial<Saved> | null;
    if (typeof saved?.at !== "number" || now - saved.at > maxAgeMs) return undefined;
    const values = Object.entries(saved.values ?? {}).filter(([, value]) => typeof value === "string");
    return { values: Object.fromEntries(values), at: saved.at };
  } catch {
    return undefined;
  }
}
