// Mentions while they are being typed. backend/platform/markdown/mention.go has the rule of finished ones.

/** A mention that ends at the cursor, from its @ to the end of the name. */
export type Typed = { start: number; end: number; prefix: string };

const beforeCursor = /(?<![\p{L}\p{Nd}\p{M}_@/\\.+\-=&%#$])@([A-Za-z0-9_]{0,20})$/u;
const fence = /^ {0,3}(```|~~~)/gm;

/** The mention at the cursor, unless it is in code. */
export function mentionAt(text: string, cursor: number): Typed | undefined {
  const before = text.slice(0, cursor);
  const name = beforeCursor.exec(before)?.[1];
  if (name === undefined || inCode(before)) return undefined;
  const rest = /^[A-Za-z0-9_]*/.exec(text.slice(cursor))?.[0] ?? "";
  return { start: cursor - name.length - 1, end: cursor + rest.length, prefix: name };
}

const odd = (n: number) => n % 2 === 1;

/** Whether a text ends in a fenced block of code or between backticks. */
function inCode(text: string): boolean {
  const line = text.slice(text.lastIndexOf("\n") + 1);
  return odd(text.match(fence)?.length ?? 0) || odd(line.split("`").length - 1);
}

/** The users whose username begins with the prefix, each once. */
export function withPrefix<T extends { id: string; username: string }>(users: T[], prefix: string, limit: number): T[] {
  const found = new Map<string, T>();
  for (const user of users) {
    // A deleted user has no username.
    const matches = user.username !== "" && user.username.toLowerCase().startsWith(prefix.toLowerCase());
    if (matches && !found.has(user.id)) found.set(user.id, user);
  }
  return [...found.values()].slice(0, limit);
}
