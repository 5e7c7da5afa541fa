import { expect, test } from "vitest";
import { mayToggle, moderates } from "./commentRights";

const post = { userId: "writer" };
const shown = { hiddenByModerator: false };
const hidden = { hiddenByModerator: true };
const writer = { id: "writer", isAdmin: false };
const admin = { id: "admin", isAdmin: true };
const reader = { id: "reader", isAdmin: false };

test("the author of a story and admins hide its comments and show them again", () => {
  for (const user of [writer, admin]) expect(moderates(user, post) && mayToggle(user, post, shown)).toBe(true);
  for (const user of [reader, undefined]) expect(moderates(user, post) || mayToggle(user, post, shown)).toBe(false);
});

test("only admins show again what a moderator has hidden", () => {
  expect(mayToggle(admin, post, hidden)).toBe(true);
  for (const user of [writer, reader, undefined]) expect(mayToggle(user, post, hidden)).toBe(false);
});
