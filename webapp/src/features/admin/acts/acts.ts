import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { BulkAction, type BulkSummary } from "../../../gen/uvboard/v1/admin_pb";
import { ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import type { Suspension } from "../../../gen/uvboard/v1/user_pb";

/** A row that an act changes, with the state that an undo restores. */
export type ActRow = { id: string; name: string; isAdmin?: boolean; isHidden?: boolean; suspension?: Suspension };

type Kind =
  | ReportTargetType.USER
  | ReportTargetType.PROJECT
  | ReportTargetType.BLOG_POST
  | ReportTargetType.FORUM_CHANNEL;
export type ActKind = Kind;

export const nouns: Record<Kind, { one: string; many: string; noDelete: string }> = {
  [ReportTargetType.USER]: { one: "user", many: "users", noDelete: "Failed to delete user." },
  [ReportTargetType.PROJECT]: { one: "project", many: "projects", noDelete: "Failed to delete project." },
  [ReportTargetType.BLOG_POST]: { one: "story", many: "stories", noDelete: "Failed to delete blog post." },
  [ReportTargetType.FORUM_CHANNEL]: { one: "channel", many: "channels", noDelete: "Failed to delete forum channel." },
};

type Words = { label: string; doing: string; verb: string; done: string; already: string };

export const actWords: Record<Exclude<BulkAction, BulkAction.UNSPECIFIED>, Words> = {
  [BulkAction.DELETE]: { label: "Delete", doing: "Deleting...", verb: "deletes", done: "deleted", already: "deleted" },
  [BulkAction.HIDE]: { label: "Hide", doing: "Hiding...", verb: "hides", done: "hidden", already: "hidden" },
  [BulkAction.RESTORE]: {
    label: "Restore",
    doing: "Restoring...",
    verb: "shows",
    done: "restored",
    already: "visible",
  },
  [BulkAction.SUSPEND]: {
    label: "Suspend",
    doing: "Suspending...",
    verb: "suspends",
    done: "suspended",
    already: "suspended",
  },
  [BulkAction.LIFT]: {
    label: "Lift suspension",
    doing: "Lifting...",
    verb: "lifts the suspension of",
    done: "no longer suspended",
    already: "not suspended",
  },
  [BulkAction.GRANT_ADMIN]: {
    label: "Make admin",
    doing: "Saving...",
    verb: "gives the admin role to",
    done: "made admin",
    already: "admin",
  },
  [BulkAction.REVOKE_ADMIN]: {
    label: "Remove admin",
    doing: "Saving...",
    verb: "takes the admin role from",
    done: "no longer admin",
    already: "not admin",
  },
};

export type Act = keyof typeof actWords;

/** A number and its noun, such as "1 reply" or "1,200 replies". */
export const counted = (n: number, one: string, many: string): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;

/** The changes of an action, such as "3 users, 12 projects and 118 votes"; empty if it changes nothing. */
export function changes(sum: BulkSummary): string {
  const parts = [
    [sum.users, "user", "users"],
    [sum.projects, "project", "projects"],
    [sum.blogPosts, "story", "stories"],
    [sum.channels, "channel", "channels"],
    [sum.threads, "thread", "threads"],
    [sum.replies, "reply", "replies"],
    [sum.comments, "comment", "comments"],
    [sum.votes, "vote", "votes"],
  ] as const;
  const words = parts.flatMap(([n, one, many]) => (n > 0 ? counted(n, one, many) : []));
  const last = words.pop();
  if (!last) return "";
  return words.length > 0 ? `${words.join(", ")} and ${last}` : last;
}

/** One call of an undo. */
export type Step = { action: Act; ids: string[]; until?: Timestamp; reason: string };

const undoReason = "Undo";

/** The calls that restore the state that the rows had before an act. A deletion has none. */
export function undoSteps(action: Act, rows: ActRow[]): Step[] {
  const ids = (matches: (row: ActRow) => boolean) => rows.filter(matches).map(({ id }) => id);
  const step = (action: Act, ids: string[]): Step[] => (ids.length > 0 ? [{ action, ids, reason: undoReason }] : []);
  switch (action) {
    case BulkAction.DELETE:
      return [];
    case BulkAction.HIDE:
      return step(
        BulkAction.RESTORE,
        ids((row) => !row.isHidden),
      );
    case BulkAction.RESTORE:
      return step(
        BulkAction.HIDE,
        ids((row) => row.isHidden === true),
      );
    case BulkAction.GRANT_ADMIN:
      return step(
        BulkAction.REVOKE_ADMIN,
        ids((row) => !row.isAdmin),
      );
    case BulkAction.REVOKE_ADMIN:
      return step(
        BulkAction.GRANT_ADMIN,
        ids((row) => row.isAdmin === true),
      );
    case BulkAction.LIFT:
      return suspendAgain(rows);
    case BulkAction.SUSPEND:
      return [
        ...step(
          BulkAction.LIFT,
          ids((row) => !row.suspension),
        ),
        ...suspendAgain(rows),
      ];
  }
}

/** Restores the suspensions that rows had, with one call for those that are alike. */
function suspendAgain(rows: ActRow[]): Step[] {
  const steps = new Map<string, Step>();
  for (const { id, suspension } of rows) {
    if (!suspension) continue;
    const { until, reason } = suspension;
    const key = `${until ? timestampDate(until).toISOString() : ""} ${reason}`;
    const step = steps.get(key) ?? { action: BulkAction.SUSPEND, ids: [], until, reason: reason || undoReason };
    step.ids.push(id);
    steps.set(key, step);
  }
  return [...steps.values()];
}
