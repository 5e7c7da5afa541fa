import { create } from "@bufbuild/protobuf";
import { CreateProjectRequestSchema, UpdateProjectRequestSchema } from "../../gen/rules/uvboard/v1/project_service_pb";
import { validate } from "../../lib/validate";
import { type Draft, type Mode, toInput } from "./draft";
import { byField, type Errors } from "./fields";
import { parseMetrics } from "./metrics";

// Heavy, with the rules and what reads them: loaded beside the form, not before it.

/** What the server would refuse in a draft by its rules. `id` is that of the project being edited. */
export function brokenRules(draft: Draft, mode: Mode, id: string | undefined): Errors {
  const project = toInput(draft, mode);
  const sentences =
    id === undefined
      ? validate(CreateProjectRequestSchema, create(CreateProjectRequestSchema, { project }), "project")
      : validate(UpdateProjectRequestSchema, create(UpdateProjectRequestSchema, { id, project }), "project");
  const errors = byField(sentences);
  const { error } = parseMetrics(draft.metrics);
  return error ? { ...errors, metrics: error } : errors;
}
