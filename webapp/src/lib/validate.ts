import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { createValidator, type Violation } from "@bufbuild/protovalidate";

// The validator caches the compiled rules of each message. Large: load this file and the schemas of gen/rules lazily, on
// form routes only.
const validator = createValidator();

/**
 * Validates a message by the rules of its schema. Returns the first error of each invalid field, by the path that the
 * server uses. `body` is the request's field that holds the form's values; it is removed from the paths. Throws if a rule
 * cannot be compiled.
 */
export function validate<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
  body?: string,
): Record<string, string> {
  const result = validator.validate(schema, message);
  if (result.kind === "error") throw result.error;
  const fields: Record<string, string> = {};
  for (const violation of result.violations ?? []) {
    const path = fieldPath(violation, body);
    fields[path] ??= violation.message;
  }
  return fields;
}

// Optional lists are messages with the field `values`, which is left out. A rule of a whole message has no field; its id is
// used as the path.
function fieldPath(violation: Violation, body: string | undefined): string {
  const names: string[] = [];
  for (const step of violation.field) {
    if (step.kind === "field") {
      if (step.name !== "values" || names.length === 0) names.push(step.localName);
    } else if (step.kind === "list_sub") {
      names.push(`${names.pop() ?? ""}[${step.index}]`);
    }
  }
  if (names.length === 0) names.push(...violation.ruleId.split(".").map(camelCase));
  if (names.length > 1 && names[0] === body) names.shift();
  return names.join(".");
}

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
