import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { boardZone } from "../../lib/board/product";
import { toDate } from "../../lib/text/time";

// The dashboard shows dates as month, day, year, in the board's time zone.

let days: Intl.DateTimeFormat | undefined;
let times: Intl.DateTimeFormat | undefined;

/** Formats a date as "Nov 17, 2026"; empty for a missing date. */
export function adminDate(at: Timestamp | undefined): string {
  const date = toDate(at);
  days ??= new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: boardZone });
  return date ? days.format(date) : "";
}

/** Formats a time as "Nov 17, 2026, 09:30 GMT+1"; empty for a missing date. */
export function adminTime(at: Timestamp | undefined): string {
  const date = toDate(at);
  times ??= new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: boardZone,
    timeZoneName: "short",
  });
  return date ? times.format(date) : "";
}
