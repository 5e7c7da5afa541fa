import { expect, test } from "vitest";
import { dateOf, parsePeriodPath } from "../../lib/text/period";
import { stripOf } from "./strip";

const today = new Date("2026-11-26T00:00:00Z");

const strip = (path: string, foundedYear = 2024) => {
  const period = parsePeriodPath(path);
  if (!period) throw new Error("no period");
  return stripOf(period, today, foundedYear);
};
const ends = (path: string) => {
  const cells = strip(path);
  return [cells.length, ...[cells[0], cells.at(-1)].map((cell) => cell && dateOf(cell.period.start))];
};

test.each([
  ["/top/2026/11/26", 14, "2026-11-13", "2026-11-26"],
  ["/top/2026/11/13", 14, "2026-11-13", "2026-11-26"],
  ["/top/2026/11/12", 14, "2026-10-30", "2026-11-12"],
  ["/top/2026/w48", 12, "2026-09-07", "2026-11-23"],
  ["/top/2026/11", 12, "2025-12-01", "2026-11-01"],
  ["/top/2025/11", 12, "2024-12-01", "2025-11-01"],
  ["/top/2026", 3, "2024-01-01", "2026-01-01"],
])("the strip around %s", (path, length, first, last) => expect(ends(path)).toEqual([length, first, last]));

test("all time has no strip", () => expect(strip("/top")).toEqual([]));

test("a period before the founding is shown alone", () =>
  expect(strip("/top/2020/02/29").map(({ period }) => dateOf(period.start))).toEqual(["2020-02-29"]));

test.each([
  ["/top/2026/11/26", "Today 26 Nov"],
  ["/top/2026/11/23", "Mon 23 Nov"],
  ["/top/2026/w48", "Week 48 23 Nov"],
  ["/top/2026/11", "Nov 2026"],
  ["/top/2026", " 2026"],
])("the name of %s", (path, name) => {
  const own = strip(path).find(({ period }) => dateOf(period.start) === dateOf(parsePeriodPath(path)?.start ?? today));
  expect(own?.lines.join(" ")).toBe(name);
});

test("phones show the half with the period", () => {
  const near = (path: string) =>
    strip(path)
      .filter(({ isNear }) => isNear)
      .map(({ period }) => dateOf(period.start));
  expect(near("/top/2026/11/20").at(0)).toBe("2026-11-20");
  expect(near("/top/2026/11/19")).toHaveLength(7);
  expect(near("/top/2026/11/19").at(-1)).toBe("2026-11-19");
});
