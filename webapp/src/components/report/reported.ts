import type { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";

/** The target of a report. */
export type Reported = {
  type: ReportTargetType;
  id: string;
  /** Its kind for the user, such as "reply". */
  what: string;
};
