import type { ProjectBuild } from "../../gen/uvboard/v1/project_pb";
import { codeLabels } from "../../lib/text/choices";
import { count, plural } from "../../lib/text/text";

/** How a project was built, on one line: "Mostly AI · 12 hours · $40". What its owner does not say is left out. */
export function buildLine(build: Pick<ProjectBuild, "code" | "hours" | "cost"> | undefined): string {
  const parts = [
    build?.code && codeLabels[build.code],
    build?.hours !== undefined && plural(build.hours, "hour"),
    build?.cost !== undefined && `$${count(build.cost)}`,
  ];
  return parts.filter(Boolean).join(" · ");
}
