// What a user has entered in forms and not sent yet, kept in this browser. The account's id is part of each key, so that no
// other account sees it and deleting the account removes it.

const keys = /^uvboard\.(draft|text):/;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

/** The values of a form, with the time when they were saved, in milliseconds. */
export type Saved = Record<string, unknown> & { at: number };

/** Stands for the account while there is none. */
export const guest = "guest";

/** The localStorage key for a form of an account, such as the reply to a thread. */
export const savedKey = (kind: "draft" | "text", account: string, form: string): string =>
  `uvboard.${kind}:${account}:${form}`;

/** Reads what a form had; undefined if nothing is stored. Removes everything that has expired. */
export function readSaved(key: string, now = Date.now()): Saved | undefined {
  try {
    for (const name of Object.keys(localStorage)) {
      if (keys.test(name) && !parseSaved(localStorage.getItem(name), now)) localStorage.removeItem(name);
    }
    return parseSaved(localStorage.getItem(key), now);
  } catch {
    return undefined;
  }
}

/** Saves what a form has; null removes it. Returns false if the browser does not allow storage. */
export function writeSaved(key: string, values: object | null, now = Date.now()): boolean {
  try {
    if (values) localStorage.setItem(key, JSON.stringify({ ...values, at: now }));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** Gives an account what a guest has entered, unless the account has entered something itself. Returns whether it did. */
export function takeFromGuest(account: string, form: string): boolean {
  const [from, to] = [savedKey("text", guest, form), savedKey("text", account, form)];
  const entered = readSaved(from);
  return entered !== undefined && !readSaved(to) && writeSaved(to, entered) && writeSaved(from, null);
}

/** Parses what is stored; undefined if it cannot be parsed or has expired. */
export function parseSaved(text: string | null, now = Date.now()): Saved | undefined {
  try {
    const saved: unknown = JSON.parse(text ?? "null");
    if (!isObject(saved) || typeof saved.at !== "number" || now - saved.at > maxAgeMs) return undefined;
    return saved as Saved;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
