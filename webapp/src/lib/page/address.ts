// Search parameters are plain strings. The router by default would parse them as JSON.

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Formats search parameters; empty and missing values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === "string" && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** A validateSearch function that keeps the named parameters and drops all others. */
export function readParams<N extends string>(...names: N[]) {
  return (search: Record<string, unknown>): { [K in N]?: string } => {
    const found: { [K in N]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === "string" && value !== "") found[name] = value;
    }
    return found;
  };
}
