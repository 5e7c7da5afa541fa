import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { createValidator, type Violation } from "@bufbuild/protovalidate";

// The rules are compiled once per message, so the validator is kept. Heavy: only form screens may load this file,
// together with the rule-bearing descriptors of gen/rules.
const validator = createValidator();

/**
 * Checks a message by the rules its descriptor carries, and gives the sentence for each field at fault by the path the
 * server would use; nothing for a message without fault. `body` is the field of a request that a form fills, and is left
 * out of the paths. The first sentence of a field counts. Throws when a rule itself cannot be read.
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

// A list that can be absent is a message around its `values`, of which callers know nothing. A rule of a whole message
// has no field of its own; its id is the path then.
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
