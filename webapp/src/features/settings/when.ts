import { plural } from "../../lib/text";
import { formatDate } from "../../lib/time";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * When something was last used, no more exactly than the server writes it down: to the hour or to the day. Undefined
 * means never.
 */
export function lastUsed(at: Date | undefined, now: number, grain: "hour" | "day"): string {
  if (!at) return "Never used";
  const age = now - at.getTime();
  if (age < hour && grain === "hour") return "Active this hour";
  if (age < day) return grain === "hour" ? `Active ${plural(Math.floor(age / hour), "hour")} ago` : "Active today";
  return `Active ${plural(Math.floor(age / day), "day")} ago`;
}

/** When something ends or has ended. */
export function ending(at: Date, now: number): { text: string; over: boolean } {
  const left = at.getTime() - now;
  if (left <= 0) return { text: `Expired on ${formatDate(at)}`, over: true };
  if (left < day) return { text: "Expires within a day", over: false };
  return { text: `Expires in ${plural(Math.round(left / day), "day")}`, over: false };
}
