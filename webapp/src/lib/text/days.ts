import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { formatDate, toDate } from "./time";

/** "Today", "Yesterday" or "14 Nov 2026", in the reader's time zone. */
export function dayOf(date: Date, now: Date): string {
  const day = date.toDateString();
  if (day === now.toDateString()) return "Today";
  if (day === new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toDateString()) return "Yesterday";
  return formatDate(new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())));
}

/** Puts items, newest first, under their days. An item without a time counts as new. */
export function byDay<T>(items: T[], at: (item: T) => Timestamp | undefined, now: Date): { day: string; items: T[] }[] {
  const days: { day: string; items: T[] }[] = [];
  for (const item of items) {
    const day = dayOf(toDate(at(item)) ?? now, now);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
