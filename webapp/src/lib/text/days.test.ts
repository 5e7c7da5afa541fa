import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, it } from "vitest";
import { byDay, dayOf } from "./days";

const now = new Date(2026, 0, 2, 0, 30);

it.each([
  [new Date(2026, 0, 2, 0, 0), "Today"],
  [new Date(2026, 0, 1, 23, 59), "Yesterday"],
  [new Date(2026, 0, 1, 0, 0), "Yesterday"],
  [new Date(2025, 11, 31, 23, 59), "31 Dec 2025"],
  [new Date(2025, 11, 3, 0, 0), "3 Dec 2025"],
])("%s is %s", (date, day) => {
  expect(dayOf(date, now)).toBe(day);
});

it("items stand under their days, newest first", () => {
  const of = (id: string, date: Date) => ({ id, createdAt: timestampFromDate(date) });
  const days = byDay(
    [of("c", new Date(2026, 0, 2, 0, 20)), of("b", new Date(2026, 0, 2, 0, 10)), of("a", new Date(2026, 0, 1))],
    ({ createdAt }) => createdAt,
    now,
  );
  expect(days.map(({ day, items }) => [day, ...items.map(({ id }) => id)])).toEqual([
    ["Today", "c", "b"],
    ["Yesterday", "a"],
  ]);
});
