import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { lazyWithRetry } from "./lazyWithRetry";

/** The message of each invalid field, by its path. */
export type FieldErrors = Record<string, string>;

/**
 * Loads a schema with its rules, and the validator, in files of their own: both are large, and only forms need them.
 * If they do not load, nothing is reported here and the server validates alone.
 */
export async function loadRules<Desc extends DescMessage>(
  schema: () => Promise<Desc>,
): Promise<(message: MessageInitShape<Desc>) => FieldErrors> {
  try {
    const [desc, { validate }] = await lazyWithRetry(() => Promise.all([schema(), import("./validate")]));
    return (message) => validate(desc, create(desc, message));
  } catch {
    return () => ({});
  }
}

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
