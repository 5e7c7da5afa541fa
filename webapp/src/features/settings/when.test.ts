import { expect, test } from "vitest";
import { expiry, lastUsed } from "./when";

const now = Date.UTC(2026, 10, 20, 12);
const hour = 60 * 60 * 1000;
const day = 24 * hour;
const ago = (span: number) => new Date(now - span);

test.each([
  [ago(0), "hour", "Active this hour"],
  [ago(hour - 1), "hour", "Active this hour"],
  [ago(hour), "hour", "Active 1 hour ago"],
  [ago(day - 1), "hour", "Active 23 hours ago"],
  [ago(day), "hour", "Active 1 day ago"],
  [ago(0), "day", "Active today"],
  [ago(day - 1), "day", "Active today"],
  [ago(29 * day), "day", "Active 29 days ago"],
  [undefined, "hour", "Never used"],
] as const)("%s to the %s: %s", (at, grain, text) => {
  expect(lastUsed(at, now, grain)).toBe(text);
});

test("a time in the future counts as now", () => {
  expect(lastUsed(ago(-5 * hour), now, "hour")).toBe("Active this hour");
});

test.each([
  [90 * day - 2000, "Expires in 90 days", false],
  [day, "Expires in 1 day", false],
  [day - 1, "Expires within a day", false],
  [1, "Expires within a day", false],
  [0, "Expired on 20 Nov 2026", true],
  [-3 * day, "Expired on 17 Nov 2026", true],
])("%d ms from now: %s", (left, text, expired) => {
  expect(expiry(new Date(now + left), now)).toEqual({ text, expired });
});
