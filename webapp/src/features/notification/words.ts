import { type Notification, NotificationKind } from "../../gen/uvboard/v1/notification_pb";
import { handle } from "../../lib/text/text";

type Said = Pick<Notification, "kind" | "count" | "title" | "detail" | "actor" | "via">;

const securityWords: Record<string, string> = {
  login: "Somebody logged in to your account from a new browser.",
  password: "Your password was changed.",
  email: "Your email was changed.",
  token: "An access token was created for your account.",
  app: "An app was connected to your account.",
  passkey: "A passkey was added to your account. It logs in without your password.",
  passkey_removed: "A passkey of your account was removed.",
};

const decided: Record<string, string> = {
  hide: "hid",
  restore: "restored",
  delete: "deleted",
  feature: "featured",
  grant_appeal: "granted your appeal about",
  refuse_appeal: "refused your appeal about",
  approve: "approved",
  refuse: "did not approve",
};

const decidedAboutUser: Record<string, string> = {
  warn: "A moderator has warned you.",
  suspend: "A moderator has suspended your account.",
  ban: "A moderator has banned your account.",
  lift: "Your suspension has been lifted.",
  grant_admin: "You are an admin now.",
  revoke_admin: "You are no longer an admin.",
  grant_moderator: "You are a moderator now.",
  revoke_moderator: "You are no longer a moderator.",
};

/** Where a decision can be appealed, by what was decided. */
export const appealable: Record<string, string> = {
  hide: "If this is a mistake, you can appeal on its page.",
  suspend: "If this is a mistake, you can appeal in the notice at the top of every page.",
  ban: "If this is a mistake, you can appeal in the notice at the top of every page.",
};

/** "@ada", "@ada via Claude Code", "@ada and 1 other" or "@ada and 4 others". */
function people({ actor, count, via }: Said): string {
  const who = (actor ? handle(actor) : "Somebody") + (via ? ` via ${via}` : "");
  if (count <= 1) return who;
  return `${who} and ${count - 1} ${count === 2 ? "other" : "others"}`;
}

/** A notification in one sentence. The server says the same in emails: `Line` of the `Notices` of each domain. */
export function sentence(one: Said): string {
  const title = one.title ? `“${one.title}”` : "something of yours";
  switch (one.kind) {
    case NotificationKind.REPLY:
      return `${people(one)} replied in ${title}`;
    case NotificationKind.MENTION:
      return `${people(one)} mentioned you in ${title}`;
    case NotificationKind.COMMENT:
      return `${people(one)} commented on ${title}`;
    case NotificationKind.VOTE_MILESTONE:
      return one.detail === "1" ? `${title} has its first upvote` : `${title} has ${one.detail} upvotes`;
    case NotificationKind.FOLLOWER:
      return `${people(one)} ${one.count > 1 ? "follow" : "follows"} you`;
    case NotificationKind.FOLLOWED_PUBLISHED:
      return `${people(one)} published ${title}`;
    case NotificationKind.PROJECT_UPDATE:
      return `${people(one)} posted an update: ${title}`;
    case NotificationKind.MODERATION:
      return decidedAboutUser[one.detail] ?? `A moderator ${decided[one.detail] ?? "decided about"} ${title}`;
    case NotificationKind.REPORT:
      return one.detail === "hide"
        ? "A moderator hid what you reported. Thank you."
        : `A moderator looked at ${one.title ? title : "what you reported"} and found nothing wrong.`;
    case NotificationKind.PUBLISH_REQUEST:
      return `Your agent asks to publish ${title}`;
    case NotificationKind.REVIEW:
      return `${people(one)} reviewed your project in ${title}`;
    case NotificationKind.REVIEW_USEFUL:
      return `${people(one)} found your review useful in ${title}`;
    case NotificationKind.VOTES_HELD:
      return one.detail === "released"
        ? "Your votes count again."
        : "Your votes are held until an admin has looked at them.";
    case NotificationKind.WAITING:
      return `${title} waits for an answer`;
    case NotificationKind.LINK_DOWN:
      return `${title} has not answered for 3 days. Is it still there?`;
    default:
      return securityWords[one.detail] ?? "Something has happened to your account.";
  }
}
