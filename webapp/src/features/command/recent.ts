/** A choice made before: a command by its id, or a project, which must bring its own words. */
export type Recent = { id: string; title?: string };

const most = 6;
const nameFor = (account: string | undefined) => `uvboard.recent:${account ?? "guest"}`;

/** What this account chose in this browser, the latest first. */
export function readRecent(account: string | undefined): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameFor(account)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, most) : [];
  } catch {
    return [];
  }
}

export function addRecent(account: string | undefined, choice: Recent): void {
  const others = readRecent(account).filter(({ id }) => id !== choice.id);
  try {
    localStorage.setItem(nameFor(account), JSON.stringify([choice, ...others].slice(0, most)));
  } catch {
    // Nothing is lost but a convenience.
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== "object" || value === null || !("id" in value) || typeof value.id !== "string") return false;
  return !("title" in value) || typeof value.title === "string";
}
