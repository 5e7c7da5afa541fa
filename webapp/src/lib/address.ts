// The query of an address is plain words: what is typed is what is read, and nothing is quoted or guessed at as JSON.

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Empty and missing words are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === "string" && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** Reads the named words out of a query and drops all others. */
export function readWords<N extends string>(...names: N[]) {
  return (search: Record<string, unknown>): { [K in N]?: string } => {
    const found: { [K in N]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === "string" && value !== "") found[name] = value;
    }
    return found;
  };
}
