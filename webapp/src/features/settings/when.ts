import { plural } from "../../lib/text/text";
import { formatDate } from "../../lib/text/time";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Formats the time of the last use at the precision that the server stores, an hour or a day. */
export function lastUsed(at: Date | undefined, now: number, grain: "hour" | "day"): string {
  if (!at) return "Never used";
  const age = now - at.getTime();
  if (age < hour && grain === "hour") return "Active this hour";
  if (age < day) return grain === "hour" ? `Active ${plural(Math.floor(age / hour), "hour")} ago` : "Active today";
  return `Active ${plural(Math.floor(age / day), "day")} ago`;
}

/** Formats an expiry, and whether it has passed. */
export function expiry(at: Date, now: number): { text: string; expired: boolean } {
  const left = at.getTime() - now;
  if (left <= 0) return { text: `Expired on ${formatDate(at)}`, expired: true };
  if (left < day) return { text: "Expires within a day", expired: false };
  return { text: `Expires in ${plural(Math.round(left / day), "day")}`, expired: false };
}
