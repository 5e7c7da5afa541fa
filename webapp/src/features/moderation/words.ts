import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";

/** What was done, before the thing it was done to. */
export const actions: Record<string, string> = {
  hide: "hid",
  restore: "showed again",
  warn: "warned",
  suspend: "suspended",
  ban: "banned",
  lift: "lifted the suspension of",
  approve: "approved",
  refuse: "refused",
  grant_appeal: "granted an appeal about",
  refuse_appeal: "refused an appeal about",
};

/** What it was done to, without a name. */
export const nouns: Partial<Record<ReportTargetType, string>> = {
  [ReportTargetType.PROJECT]: "a project",
  [ReportTargetType.FORUM_THREAD]: "a thread",
  [ReportTargetType.FORUM_POST]: "a reply",
  [ReportTargetType.BLOG_POST]: "a story",
  [ReportTargetType.BLOG_COMMENT]: "a comment",
  [ReportTargetType.USER]: "a member",
  [ReportTargetType.COLLECTION]: "a collection",
};
