import { type DescMessage, getOption } from "@bufbuild/protobuf";
import { field as fieldRules } from "../gen/rules/buf/validate/validate_pb";

/** The sizes that a field may have: of a text in characters, of a list in values. */
export type SizeLimits = Record<string, { min?: number; max?: number }>;

/** Reads the size limits of a message's fields from its rules, which are CEL such as `this.trim().size() <= 80`. */
export const sizeLimits = (schema: DescMessage): SizeLimits =>
  Object.fromEntries(
    schema.fields.map((field) => {
      const rules = getOption(field, fieldRules).cel.map(({ expression }) => expression);
      return [field.localName, { min: bound(rules, ">="), max: bound(rules, "<=") }];
    }),
  );

function bound(rules: string[], operator: string): number | undefined {
  const size = new RegExp(`size\\(\\) ${operator} (\\d+)`);
  const found = rules.map((rule) => size.exec(rule)?.[1]).find((digits) => digits !== undefined);
  return found === undefined ? undefined : Number(found);
}
