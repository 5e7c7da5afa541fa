import type { Notification } from "../../gen/uvboard/v1/notification_pb";
import { toDate } from "../../lib/text/time";

const dayAndMonth: Intl.DateTimeFormatOptions = { day: "numeric", month: "long" };

/** "Today", "Yesterday", "14 November" or, of another year, "14 November 2025"; in the reader's time zone. */
export function dayOf(date: Date, now: Date): string {
  const day = date.toDateString();
  if (day === now.toDateString()) return "Today";
  if (day === new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toDateString()) return "Yesterday";
  const form = date.getFullYear() === now.getFullYear() ? dayAndMonth : { ...dayAndMonth, year: "numeric" as const };
  return date.toLocaleDateString("en-GB", form);
}

/** Puts notifications, newest first, under their days. */
export function byDay(all: Notification[], now: Date): { day: string; notifications: Notification[] }[] {
  const days: { day: string; notifications: Notification[] }[] = [];
  for (const one of all) {
    const day = dayOf(toDate(one.createdAt) ?? now, now);
    const last = days.at(-1);
    if (last?.day === day) last.notifications.push(one);
    else days.push({ day, notifications: [one] });
  }
  return days;
}
