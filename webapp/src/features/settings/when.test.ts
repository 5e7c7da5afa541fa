import { expect, test } from "vitest";
import { ending, lastUsed } from "./when";

const now = Date.UTC(2026, 10, 20, 12);
const hour = 60 * 60 * 1000;
const day = 24 * hour;
const ago = (span: number) => new Date(now - span);

test.each([
  [ago(0), "hour", "Used within the hour"],
  [ago(hour - 1), "hour", "Used within the hour"],
  [ago(hour), "hour", "Used about 1 hour ago"],
  [ago(day - 1), "hour", "Used about 23 hours ago"],
  [ago(day), "hour", "Used about 1 day ago"],
  [ago(0), "day", "Used within a day"],
  [ago(day - 1), "day", "Used within a day"],
  [ago(29 * day), "day", "Used about 29 days ago"],
  [undefined, "hour", "Never used"],
] as const)("%s to the %s: %s", (at, grain, text) => {
  expect(lastUsed(at, now, grain)).toBe(text);
});

test("clocks that differ make nothing of the future", () => {
  expect(lastUsed(ago(-5 * hour), now, "hour")).toBe("Used within the hour");
});

test.each([
  [90 * day - 2000, "Expires in 90 days", false],
  [day, "Expires in 1 day", false],
  [day - 1, "Expires within a day", false],
  [1, "Expires within a day", false],
  [0, "Expired on November 20, 2026", true],
  [-3 * day, "Expired on November 17, 2026", true],
])("%d ms from now: %s", (left, text, over) => {
  expect(ending(new Date(now + left), now)).toEqual({ text, over });
});
