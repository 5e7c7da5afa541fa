import type { Timestamp } from "@bufbuild/protobuf/wkt";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const maxAge = 7 * day; // of a relative time

/** Converts a proto timestamp; undefined if it is missing or out of range. */
export function toDate(at: Timestamp | undefined): Date | undefined {
  if (!at) return undefined;
  const date = new Date(Number(at.seconds) * second + at.nanos / 1e6);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Negative if `a` is before `b`, positive if it is after. */
export function compareTimes(a: Timestamp, b: Timestamp): number {
  return a.seconds === b.seconds ? a.nanos - b.nanos : a.seconds < b.seconds ? -1 : 1;
}

export type TimeForm = "short" | "long" | "forum" | "comment";

/**
 * Formats how long ago a date is: "3d ago" (long: "3 days ago"), "4h ago", "26min ago", "12s ago" or "Just now"; from 7
 * days on the date itself, as formatDate does, and "Recently" for a missing or invalid date. Dates in the future are
 * "Just now", since clocks differ. The forum does not count minutes, and comments write them as "26m ago".
 */
export function relativeTime(date: Date | undefined, now: number, form: TimeForm = "short"): string {
  if (!date || Number.isNaN(date.getTime())) return "Recently";
  const age = now - date.getTime();
  if (age >= maxAge) return formatDate(date);
  if (age >= day) {
    const days = Math.floor(age / day);
    if (form !== "long") return `${days}d ago`;
    return days === 1 ? "1 day ago" : `${days} days ago`;
  }
  if (age >= hour) return `${Math.floor(age / hour)}h ago`;
  if (form === "forum") return "Just now";
  if (form === "comment") return age >= minute ? `${Math.floor(age / minute)}m ago` : "Just now";
  if (age >= minute) return `${Math.floor(age / minute)}min ago`;
  if (age >= second) return `${Math.floor(age / second)}s ago`;
  return "Just now";
}

/** Formats a date as "17 Nov 2026", in UTC so that a launch date is the same day everywhere; empty for a missing or invalid date. */
export function formatDate(date: Date | undefined): string {
  if (!date || Number.isNaN(date.getTime())) return "";
  const [, day, month, year] = date.toUTCString().split(" "); // "Tue, 17 Nov 2026 09:30:00 GMT"
  return `${Number(day)} ${month} ${year}`;
}

/** Formats a time as "17 Nov 2026, 09:30 UTC", as the server does; empty for a missing or invalid date. */
export function formatTime(date: Date | undefined): string {
  const day = formatDate(date);
  return date && day ? `${day}, ${date.toISOString().slice(11, 16)} UTC` : "";
}
