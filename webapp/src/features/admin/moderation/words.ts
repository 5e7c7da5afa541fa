import { ApprovalReason, ReportAction, ReportReason, ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";

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
  [ReportTargetType.NEWS_FEED]: "news feed",
  [ReportTargetType.MAIL]: "mail",
  [ReportTargetType.CONTACT_MESSAGE]: "message",
  [ReportTargetType.JOB]: "background job",
  [ReportTargetType.BOARD]: "board",
  [ReportTargetType.WEBHOOK]: "webhook",
  [ReportTargetType.COLLECTION]: "collection",
  [ReportTargetType.RING]: "ring",
  [ReportTargetType.PROJECT_UPDATE]: "update",
  [ReportTargetType.WEEKLY_ISSUE]: "weekly issue",
  [ReportTargetType.WEEKLY_SUBSCRIBER]: "weekly subscriber",
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

/** Why a post waits for a moderator, as its badge. */
export const whyItWaits: Record<ApprovalReason, string> = {
  [ApprovalReason.UNSPECIFIED]: "Waits",
  [ApprovalReason.LINKS]: "Newcomer with links",
  [ApprovalReason.FIRST_POSTS]: "First post",
  [ApprovalReason.WATCHED_WORD]: "Watched word",
  [ApprovalReason.SAME_SITE]: "Site of another newcomer",
  [ApprovalReason.MANY_PROJECTS]: "Many new projects this hour",
};

/** The actions in the audit log, as the verb before what they were done to. An unknown action is shown as it is. */
const actions: Record<string, string> = {
  delete: "deleted",
  update: "edited",
  hide: "hid",
  restore: "restored",
  approve: "approved",
  refuse: "did not approve",
  dismiss: "dismissed reports of",
  reopen: "reopened reports of",
  warn: "warned",
  suspend: "suspended",
  ban: "banned",
  lift: "lifted the suspension of",
  grant_appeal: "granted the appeal about",
  refuse_appeal: "refused the appeal about",
  anonymise: "deleted, but not the content of,",
  grant_admin: "gave the admin role to",
  revoke_admin: "took the admin role from",
  grant_moderator: "made a moderator of",
  revoke_moderator: "took the moderator role from",
  remove_second_factor: "turned off the second factor of",
  log_out: "logged out",
  set_avatar: "changed the picture of",
  feature: "featured",
  unfeature: "stopped featuring",
  // In old entries: any user may do it now.
  create_channel: "created the channel of",
  pin: "pinned",
  unpin: "unpinned",
  lock: "locked",
  unlock: "unlocked",
  move: "moved",
  add: "added",
  refresh: "refreshed",
  run: "ran",
  remove_demo: "removed demo content:",
  retry: "sent again",
  redeliver: "sent a delivery again of",
  rotate: "changed the secret of",
  test: "tested the mail server with",
  test_key: "tested a provider's key in",
  publish: "published",
  publish_anyway: "published what looks like a key in",
  hold: "held the votes of",
  release: "released the votes of",
  reveal_link: "looked up a mailed link of",
};

export const actWords = (action: string): string => actions[action] ?? action.replaceAll("_", " ");

/** The target of an entry that has no page: one that is deleted, one of a type without pages, or all of the type. */
export function withoutPage(type: ReportTargetType, id: string): string {
  if (type === ReportTargetType.BOARD) return "the board's settings";
  if (!id) return `all ${nouns[type]}s`;
  return `a ${type >= ReportTargetType.NEWS_FEED ? "" : "deleted "}${nouns[type]}`;
}
