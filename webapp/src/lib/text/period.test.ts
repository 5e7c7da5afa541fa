import { expect, test } from "vitest";
import { LeaderboardPeriod } from "../../gen/uvboard/v1/leaderboard_pb";
import { dateOf, laterPeriod, parsePeriodPath, periodOf, periodPath, periodTitle, placeIn, todayIn } from "./period";

test.each([
  ["/top/2026/11/23", "2026-11-23", "23 November 2026", "/top/2026/11/22", "/top/2026/11/24"],
  ["/top/2026/w47", "2026-11-16", "week 47 of 2026", "/top/2026/w46", "/top/2026/w48"],
  ["/top/2026/w01", "2025-12-29", "week 1 of 2026", "/top/2025/w52", "/top/2026/w02"],
  ["/top/2026/w53", "2026-12-28", "week 53 of 2026", "/top/2026/w52", "/top/2027/w01"],
  ["/top/2026/12", "2026-12-01", "December 2026", "/top/2026/11", "/top/2027/01"],
  ["/top/2026", "2026-01-01", "2026", "/top/2025", "/top/2027"],
])("%s is a period", (path, start, title, before, after) => {
  const period = parsePeriodPath(path);
  if (!period) throw new Error("no period");
  expect(dateOf(period.start)).toBe(start);
  expect(periodTitle(period)).toBe(title);
  expect(periodPath(laterPeriod(period, -1))).toBe(before);
  expect(periodPath(laterPeriod(period, 1))).toBe(after);
});

test.each(["/top/26", "/top/2025/w53", "/top/2026/w00", "/top/2026/02/30", "/top/2026/13", "/top/2026/1", "/top/x"])(
  "%s is none",
  (path) => expect(parsePeriodPath(path)).toBeUndefined(),
);

test.each([
  ["/top/2026/01/14", "#2 on 14 Jan 2026"],
  ["/top/2026/w03", "#2 · week 3 of 2026"],
  ["/top/2026/01", "#2 · Jan 2026"],
  ["/top/2026", "#2 · 2026"],
])("a place of %s names the period", (path, place) => {
  const period = parsePeriodPath(path);
  expect(period && placeIn(period, 2)).toBe(place);
});

test("today depends on the time zone", () => {
  const late = new Date("2026-11-22T23:30:00Z");
  expect(dateOf(todayIn("UTC", late))).toBe("2026-11-22");
  expect(dateOf(todayIn("Pacific/Auckland", late))).toBe("2026-11-23");
  expect(periodPath(periodOf(LeaderboardPeriod.WEEK, todayIn("Pacific/Auckland", late)))).toBe("/top/2026/w48");
});
