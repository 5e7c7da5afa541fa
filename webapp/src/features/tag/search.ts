import { Stage } from "../../gen/uvboard/v1/project_pb";
import { enumValue } from "../../lib/text/labels";

export type TagSearch = { stage?: string };

export function readTagSearch({ stage }: Record<string, unknown>): TagSearch {
  return typeof stage === "string" && enumValue<Stage>(Stage, stage) ? { stage } : {};
}
