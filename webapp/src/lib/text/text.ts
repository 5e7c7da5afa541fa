// Made when first needed: the first formatter of a page takes 40 ms on a laptop, in which nothing else runs.
let counts: Intl.NumberFormat | undefined;

/** Formats a count, such as 1,284. */
export function count(n: number): string {
  if (Number.isInteger(n) && Math.abs(n) < 1000) return String(n);
  counts ??= new Intl.NumberFormat("en-US");
  return counts.format(n);
}

/** Formats a net score, with a typographic minus sign. */
export const score = (n: number): string => (n < 0 ? `\u2212${count(-n)}` : count(n));

/** "1 project", "2 projects". */
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

/**
 * The handle of a user: the ViberTag with its @, or @username. A deleted user has neither, only a display name that says
 * so; without one the handle is @unknown.
 */
export function handle(user: { viberTag?: string; username?: string; displayName?: string } | undefined): string {
  const name = user?.viberTag || user?.username;
  if (!name) return user?.displayName || "@unknown";
  return name.startsWith("@") ? name : `@${name}`;
}

/** The initial for a user without an image: the first visible character of the name. */
export function initial(user: { displayName?: string; username?: string } | undefined): string {
  const name = user?.displayName || user?.username || "?";
  return (/[^\p{C}\p{M}\p{Z}]/u.exec(name)?.[0] ?? "?").toLocaleUpperCase("en-US");
}
