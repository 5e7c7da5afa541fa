import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { adminDate, adminTime } from "./date";

test("dates are month, day, year, in UTC", () => {
  const at = timestampFromDate(new Date("2026-11-07T23:30:00Z"));
  // spec: admin.dates
  expect(adminDate(at)).toBe("Nov 7, 2026");
  expect(adminTime(at)).toBe("Nov 7, 2026, 23:30 UTC");
  expect(adminDate(undefined)).toBe("");
  expect(adminTime(undefined)).toBe("");
});
