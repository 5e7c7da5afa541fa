import { ReportAction, ReportReason, ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";

/** The type of a report's target, in a sentence. */
export const nouns: Record<ReportTargetType, string> = {
  [ReportTargetType.UNSPECIFIED]: "item",
  [ReportTargetType.PROJECT]: "project",
  [ReportTargetType.FORUM_THREAD]: "thread",
  [ReportTargetType.FORUM_POST]: "reply",
  [ReportTargetType.BLOG_POST]: "story",
  [ReportTargetType.BLOG_COMMENT]: "comment",
  [ReportTargetType.USER]: "user",
  [ReportTargetType.FORUM_CHANNEL]: "channel",
};

export const reasons: Record<ReportReason, string> = {
  [ReportReason.UNSPECIFIED]: "Reported",
  [ReportReason.SPAM]: "Spam",
  [ReportReason.ABUSE]: "Abuse",
  [ReportReason.COPYRIGHT]: "Copyright",
  [ReportReason.OFF_TOPIC]: "Off topic",
  [ReportReason.OTHER]: "Other",
};

export const decisions: Record<ReportAction, string> = {
  [ReportAction.UNSPECIFIED]: "Resolved",
  [ReportAction.HIDE]: "Hidden",
  [ReportAction.RESTORE]: "Restored",
  [ReportAction.DISMISS]: "Dismissed",
  [ReportAction.REOPEN]: "Reopened",
};

/** The acts in the audit log, as the verb before what they were done to. An unknown act is shown as it is. */
const acts: Record<string, string> = {
  hide: "hid",
  restore: "restored",
  dismiss: "dismissed reports of",
  reopen: "reopened reports of",
  warn: "warned",
  suspend: "suspended",
  ban: "banned",
  lift: "lifted the suspension of",
  reveal_link: "looked up a mailed link of",
};

export const actWords = (action: string): string => acts[action] ?? action.replaceAll("_", " ");
