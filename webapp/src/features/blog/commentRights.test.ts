import { expect, test } from "vitest";
import { Role } from "../../gen/uvboard/v1/user_pb";
import { mayDelete, mayToggle } from "./commentRights";

const post = { userId: "writer" };
const shown = { hiddenByModerator: false };
const hidden = { hiddenByModerator: true };
const writer = { id: "writer", isAdmin: false, role: Role.MEMBER };
const admin = { id: "admin", isAdmin: true, role: Role.ADMIN };
const moderator = { id: "moderator", isAdmin: false, role: Role.MODERATOR };
const reader = { id: "reader", isAdmin: false, role: Role.MEMBER };

test("the author of a story, moderators and admins hide its comments and show them again", () => {
  for (const user of [writer, moderator, admin]) expect(mayToggle(user, post, shown)).toBe(true);
  for (const user of [reader, undefined]) expect(mayToggle(user, post, shown)).toBe(false);
});

test("only moderators and admins show again what a moderator has hidden", () => {
  for (const user of [moderator, admin]) expect(mayToggle(user, post, hidden)).toBe(true);
  for (const user of [writer, reader, undefined]) expect(mayToggle(user, post, hidden)).toBe(false);
});

test("the author of a story and admins delete its comments", () => {
  for (const user of [writer, admin]) expect(mayDelete(user, post)).toBe(true);
  for (const user of [moderator, reader, undefined]) expect(mayDelete(user, post)).toBe(false);
});
