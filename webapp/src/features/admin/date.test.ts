// @vitest-environment jsdom
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { beforeEach, expect, test, vi } from "vitest";

const at = timestampFromDate(new Date("2026-11-07T23:30:00Z"));

beforeEach(() => vi.resetModules());

test("dates are month, day, year", async () => {
  document.head.innerHTML = "";
  const { adminDate, adminTime } = await import("./date");
  // spec: admin.dates
  expect(adminDate(at)).toBe("Nov 7, 2026");
  expect(adminTime(at)).toBe("Nov 7, 2026, 23:30 UTC");
  expect(adminDate(undefined)).toBe("");
  expect(adminTime(undefined)).toBe("");
});

test("dates are in the board's time zone", async () => {
  document.head.innerHTML = '<meta name="time-zone" content="Europe/Berlin">';
  const { adminDate, adminTime } = await import("./date");
  expect(adminDate(at)).toBe("Nov 8, 2026");
  expect(adminTime(at)).toBe("Nov 8, 2026, 00:30 GMT+1");
});
