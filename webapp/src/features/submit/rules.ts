import { create } from "@bufbuild/protobuf";
import { ProjectInputSchema } from "../../gen/uvboard/v1/project_input_pb";
import { ProjectBuildSchema, ProjectImpactSchema } from "../../gen/uvboard/v1/project_pb";
import { CreateProjectRequestSchema } from "../../gen/uvboard/v1/project_service_pb";
import type { Rules, SizeLimits } from "../../lib/form/rules";
import { type Draft, type Mode, toInput } from "./draft";
import { byField, type Errors } from "./fields";
import { metricsError } from "./metrics";

export const limitsOf = (rules: Rules): SizeLimits => ({
  ...rules.sizeLimits(ProjectInputSchema, CreateProjectRequestSchema, "project"),
  ...rules.sizeLimits(ProjectImpactSchema),
  ...rules.sizeLimits(ProjectBuildSchema),
});

/** Validates a draft by the proto's rules. What only a public project needs is not asked of one that is not to be public. */
export function validateDraft(rules: Rules, draft: Draft, mode: Mode): Errors {
  const project = toInput(draft, mode);
  const errors = byField(
    rules.validate(CreateProjectRequestSchema, create(CreateProjectRequestSchema, { project }), "project"),
  );
  const metrics = metricsError(draft.metrics);
  return metrics ? { ...errors, metrics } : errors;
}
