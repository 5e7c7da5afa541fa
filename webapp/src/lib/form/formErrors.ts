/** The message of each invalid field, by its path. */
export type FieldErrors = Record<string, string>;

/** Assigns errors by proto path to the form's fields; errors of a list's items to the list. Other errors are left out. */
export function byFormField(errors: FieldErrors, values: Record<string, unknown>): FieldErrors {
  const result: FieldErrors = {};
  for (const [path, message] of Object.entries(errors)) {
    const field = path.replace(/\[\d+\]/g, "");
    if (has(values, field)) result[field] ??= message;
  }
  return result;
}

function has(values: unknown, path: string): boolean {
  let value = values;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return true;
}
