import { createFileRegistry, type DescMessage, fromBinary, getOption, type MessageShape } from "@bufbuild/protobuf";
import {
  FileDescriptorSetSchema,
  file_google_protobuf_descriptor,
  file_google_protobuf_duration,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
} from "@bufbuild/protobuf/wkt";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import {
  file_buf_validate_validate,
  message as messageOption,
  field as ruleOption,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import descriptors from "../../gen/rules.binpb?url";

// Large, because of the validator. useRules.ts loads this file on form routes only.

/** The sizes that a field may have: of a text in characters, of a list in values. */
export type SizeLimits = Record<string, { min?: number; max?: number }>;

export type Rules = Awaited<ReturnType<typeof fetchRules>>;

// rules.binpb has only our own files. The others come with the libraries.
const imports = [
  file_google_protobuf_descriptor,
  file_google_protobuf_duration,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_buf_validate_validate,
].map(({ proto }) => proto);

/** Fetches the validation rules of all messages. */
export async function fetchRules() {
  const response = await fetch(descriptors);
  if (!response.ok) throw new TypeError(`${descriptors}: ${response.status}`);
  const set = fromBinary(FileDescriptorSetSchema, new Uint8Array(await response.arrayBuffer()));
  // The REST paths of the services are of no use here, and their options are in no library.
  for (const file of set.file) file.dependency = file.dependency.filter((name) => !name.startsWith("google/api/"));
  set.file.unshift(...imports);
  const registry = createFileRegistry(set);
  const validator = createValidator(); // caches the compiled rules of each message

  const find = ({ typeName }: DescMessage) => {
    const found = registry.getMessage(typeName);
    if (!found) throw new Error(`${typeName} is not in rules.binpb`);
    return found;
  };

  return {
    /**
     * Validates a message. Returns the first error of each invalid field, by the path that the server uses. `body` is the
     * request's field that holds the form's values; it is removed from the paths. Throws if a rule cannot be compiled.
     */
    validate<Desc extends DescMessage>(
      schema: Desc,
      message: MessageShape<Desc>,
      body?: string,
    ): Record<string, string> {
      const result = validator.validate(find(schema), message);
      if (result.kind === "error") throw result.error;
      const fields: Record<string, string> = {};
      for (const violation of result.violations ?? []) {
        const path = fieldPath(violation, body);
        fields[path] ??= violation.message;
      }
      return fields;
    },

    /**
     * Reads the size limits of a message's fields from its rules, which are CEL such as `this.trim().size() <= 80`. With the
     * request that has the message as its field `body`, also from the rules of the request.
     */
    sizeLimits(schema: DescMessage, request?: DescMessage, body?: string): SizeLimits {
      const ofRequest = request ? getOption(find(request), messageOption).cel : [];
      return Object.fromEntries(
        find(schema).fields.map((field) => {
          const rules = getOption(field, ruleOption).cel;
          const more = ofRequest.filter(({ id }) => id === `${body}.${field.name}`);
          const expressions = [...rules, ...more].map(({ expression }) => expression);
          return [field.localName, { min: bound(expressions, ">="), max: bound(expressions, "<=") }];
        }),
      );
    },
  };
}

function bound(rules: string[], operator: string): number | undefined {
  const size = new RegExp(`size\\(\\) ${operator} (\\d+)`);
  const found = rules.map((rule) => size.exec(rule)?.[1]).find((digits) => digits !== undefined);
  return found === undefined ? undefined : Number(found);
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
