import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { BulkAction, BulkSummarySchema } from "../../../gen/uvboard/v1/admin_pb";
import { SuspensionSchema } from "../../../gen/uvboard/v1/user_pb";
import { changes, undoSteps } from "./acts";

test("a summary names what changes", () => {
  const of = (sum: Parameters<typeof create<typeof BulkSummarySchema>>[1]) => changes(create(BulkSummarySchema, sum));
  expect(of({})).toBe("");
  expect(of({ users: 1 })).toBe("1 user");
  expect(of({ users: 3, projects: 12, replies: 1, votes: 1180 })).toBe("3 users, 12 projects, 1 reply and 1,180 votes");
  expect(of({ blogPosts: 2, comments: 5 })).toBe("2 stories and 5 comments");
});

const suspension = (reason: string, until?: string) =>
  create(SuspensionSchema, { reason, until: until ? timestampFromDate(new Date(until)) : undefined });

test("an undo restores what the rows were", () => {
  const visible = { id: "a", name: "A", isHidden: false };
  const hidden = { id: "b", name: "B", isHidden: true };
  expect(undoSteps(BulkAction.DELETE, [visible])).toEqual([]);
  expect(undoSteps(BulkAction.HIDE, [visible, hidden])).toEqual([
    { action: BulkAction.RESTORE, ids: ["a"], reason: "Undo" },
  ]);
  expect(undoSteps(BulkAction.RESTORE, [visible, hidden])).toEqual([
    { action: BulkAction.HIDE, ids: ["b"], reason: "Undo" },
  ]);
  const admin = { id: "a", name: "A", isAdmin: true };
  expect(undoSteps(BulkAction.REVOKE_ADMIN, [admin])).toEqual([
    { action: BulkAction.GRANT_ADMIN, ids: ["a"], reason: "Undo" },
  ]);
  expect(undoSteps(BulkAction.GRANT_ADMIN, [admin])).toEqual([]);
});

test("an undo restores suspensions with their end and reason", () => {
  const rows = [
    { id: "free", name: "Free" },
    { id: "week", name: "Week", suspension: suspension("Spam", "2026-12-01T00:00:00Z") },
    { id: "same", name: "Same", suspension: suspension("Spam", "2026-12-01T00:00:00Z") },
    { id: "ban", name: "Ban", suspension: suspension("Spam") },
  ];
  const again = [
    { action: BulkAction.SUSPEND, ids: ["week", "same"], until: rows[1]?.suspension?.until, reason: "Spam" },
    { action: BulkAction.SUSPEND, ids: ["ban"], until: undefined, reason: "Spam" },
  ];
  expect(undoSteps(BulkAction.LIFT, rows)).toEqual(again);
  expect(undoSteps(BulkAction.SUSPEND, rows)).toEqual([
    { action: BulkAction.LIFT, ids: ["free"], reason: "Undo" },
    ...again,
  ]);
});
