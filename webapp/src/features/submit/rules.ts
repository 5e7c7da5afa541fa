import { create } from "@bufbuild/protobuf";
import { ProjectInputSchema } from "../../gen/uvboard/v1/project_input_pb";
import { ProjectImpactSchema } from "../../gen/uvboard/v1/project_pb";
import { CreateProjectRequestSchema, UpdateProjectRequestSchema } from "../../gen/uvboard/v1/project_service_pb";
import type { Rules, SizeLimits } from "../../lib/rules";
import { type Draft, type Mode, toInput } from "./draft";
import { byField, type Errors } from "./fields";
import { metricsError } from "./metrics";

export const limitsOf = (rules: Rules): SizeLimits => ({
  ...rules.sizeLimits(ProjectInputSchema),
  ...rules.sizeLimits(ProjectImpactSchema),
});

/** Validates a draft by the proto's rules. `id` is the project being edited, undefined for a new one. */
export function validateDraft(rules: Rules, draft: Draft, mode: Mode, id: string | undefined): Errors {
  const project = toInput(draft, mode);
  const errors = byField(
    id === undefined
      ? rules.validate(CreateProjectRequestSchema, create(CreateProjectRequestSchema, { project }), "project")
      : rules.validate(UpdateProjectRequestSchema, create(UpdateProjectRequestSchema, { id, project }), "project"),
  );
  const metrics = metricsError(draft.metrics);
  return metrics ? { ...errors, metrics } : errors;
}
