import { create } from "@bufbuild/protobuf";
import { ProjectInputSchema } from "../../gen/rules/uvboard/v1/project_input_pb";
import { ProjectImpactSchema } from "../../gen/rules/uvboard/v1/project_pb";
import { CreateProjectRequestSchema, UpdateProjectRequestSchema } from "../../gen/rules/uvboard/v1/project_service_pb";
import { sizeLimits } from "../../lib/sizeLimits";
import { validate } from "../../lib/validate";
import { type Draft, type Mode, toInput } from "./draft";
import { byField, type Errors } from "./fields";
import { metricsError } from "./metrics";

// Large, because of the rules and the validator. Load it after the form is on screen.

/** The size limits of the form's fields. */
export const limits = { ...sizeLimits(ProjectInputSchema), ...sizeLimits(ProjectImpactSchema) };

/** Validates a draft by the proto's rules. `id` is the project being edited, undefined for a new one. */
export function validateDraft(draft: Draft, mode: Mode, id: string | undefined): Errors {
  const project = toInput(draft, mode);
  const errors = byField(
    id === undefined
      ? validate(CreateProjectRequestSchema, create(CreateProjectRequestSchema, { project }), "project")
      : validate(UpdateProjectRequestSchema, create(UpdateProjectRequestSchema, { id, project }), "project"),
  );
  const metrics = metricsError(draft.metrics);
  return metrics ? { ...errors, metrics } : errors;
}
