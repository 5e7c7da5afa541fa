import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { formatDate, formatTime, relativeTime, toDate } from "./time";

const now = Date.parse("2026-11-20T12:00:00Z");
const ago = (ms: number) => new Date(now - ms);
const s = 1000;
const min = 60 * s;
const h = 60 * min;
const d = 24 * h;

describe("relativeTime", () => {
  it.each([
    ["the same moment", 0, "Just now", "Just now"],
    // spec: time.now
    ["half a second", 500, "Just now", "Just now"],
    ["a clock that runs ahead", -5 * min, "Just now", "Just now"],
    // spec: time.seconds, const2.time.news
    ["one second", s, "1s ago", "1s ago"],
    ["the last second of a minute", min - 1, "59s ago", "59s ago"],
    // spec: time.minutes, const2.time.news
    ["one minute", min, "1min ago", "1min ago"],
    ["the last minute of an hour", h - 1, "59min ago", "59min ago"],
    // spec: time.hours
    ["one hour", h, "1h ago", "1h ago"],
    ["the last hour of a day", d - 1, "23h ago", "23h ago"],
    ["one day", d, "1d ago", "1 day ago"],
    // spec: time.days
    ["the last moment of a week", 7 * d - 1, "6d ago", "6 days ago"],
    ["the date after a week", 7 * d, "13 Nov 2026", "13 Nov 2026"],
    ["the date after years", 800 * d, "11 Sep 2024", "11 Sep 2024"],
  ])("says %s", (_name, age, short, long) => {
    expect(relativeTime(ago(age), now)).toBe(short);
    expect(relativeTime(ago(age), now, "long")).toBe(long);
  });

  it.each([
    ["no minutes in the forum", 59 * min, "forum", "Just now"],
    ["hours in the forum", h, "forum", "1h ago"],
    ["days in the forum", 2 * d, "forum", "2d ago"],
    ["m for the minutes of a comment", 59 * min, "comment", "59m ago"],
    ["no seconds of a comment", 59 * s, "comment", "Just now"],
    ["the hours of a comment", 2 * h, "comment", "2h ago"],
    ["the days of a comment", 2 * d, "comment", "2d ago"],
    // spec: const2.time.forum, const2.time.comments
  ] as const)("writes %s", (_name, age, form, text) => {
    expect(relativeTime(ago(age), now, form)).toBe(text);
  });

  // spec: time.invalid, const2.time.news
  it("returns Recently for a missing or invalid date", () => {
    expect(relativeTime(undefined, now)).toBe("Recently");
    expect(relativeTime(new Date(Number.NaN), now, "long")).toBe("Recently");
  });
});

describe("toDate", () => {
  it("converts a timestamp", () => {
    expect(toDate(timestampFromDate(new Date(now)))?.getTime()).toBe(now);
  });
  it("returns undefined for a missing timestamp", () => {
    expect(toDate(undefined)).toBeUndefined();
  });
});

describe("formatDate", () => {
  it("formats the month as a word", () => {
    expect(formatDate(new Date("2026-11-20"))).toBe("20 Nov 2026");
    expect(formatDate(undefined)).toBe("");
    expect(formatDate(new Date("soon"))).toBe("");
  });
});

describe("formatTime", () => {
  it("adds the time of the day in UTC", () => {
    expect(formatTime(new Date("2026-11-20T09:05:59Z"))).toBe("20 Nov 2026, 09:05 UTC");
    expect(formatTime(undefined)).toBe("");
    expect(formatTime(new Date("soon"))).toBe("");
  });
});
