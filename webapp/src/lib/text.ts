const counts = new Intl.NumberFormat("en-US");

/** A count as it is shown: 1,284. */
export const count = (n: number): string => counts.format(n);

/** A net score with a true minus sign. */
export const score = (n: number): string => (n < 0 ? `\u2212${counts.format(-n)}` : counts.format(n));

/** "1 project", "2 projects". */
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

/**
 * The handle of a person as it is shown: the ViberTag with its @, else @username. Somebody whose account is deleted has
 * neither, but a name that says so; without that it is @unknown.
 */
export function handle(person: { viberTag?: string; username?: string; displayName?: string } | undefined): string {
  const name = person?.viberTag || person?.username;
  if (!name) return person?.displayName || "@unknown";
  return name.startsWith("@") ? name : `@${name}`;
}

/** The letter or sign that stands for a person without a picture: the first of the name that can be seen. */
export function initial(person: { displayName?: string; username?: string } | undefined): string {
  const name = person?.displayName || person?.username || "?";
  return (/[^\p{C}\p{M}\p{Z}]/u.exec(name)?.[0] ?? "?").toLocaleUpperCase("en-US");
}
