import { plural } from "../../lib/text/text";

/** The time of a registration, which is in the id of the user (UUID version 7), in milliseconds. */
const registered = (userId: string): number => Number.parseInt(userId.slice(0, 8) + userId.slice(9, 13), 16);

/** When an account is old enough for its votes, as "in 5 hours". */
export function timeLeft(userId: string, minAccountHours: number, now: number): string {
  const minutes = (registered(userId) + minAccountHours * 3_600_000 - now) / 60_000;
  if (!(minutes > 1)) return "in a minute";
  if (minutes < 60) return `in ${plural(Math.ceil(minutes), "minute")}`;
  if (minutes < 48 * 60) return `in ${plural(Math.ceil(minutes / 60), "hour")}`;
  return `in ${plural(Math.ceil(minutes / 60 / 24), "day")}`;
}
