import { expect, test } from "vitest";
import { formatBytes, formatChange } from "./values";

test("sizes have a unit and at most one decimal", () => {
  expect([0, 999, 1000, 3_449_000, 120_400_000_000, 5e15].map(formatBytes)).toEqual([
    "0 bytes",
    "999 bytes",
    "1.0 KB",
    "3.4 MB",
    "120 GB",
    "5,000 TB",
  ]);
});

test("a change has a sign", () => {
  expect([formatChange(5, 2), formatChange(2, 1204), formatChange(3, 3)]).toEqual(["+3", "\u22121,202", "same"]);
});
