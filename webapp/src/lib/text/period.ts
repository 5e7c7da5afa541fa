import { LeaderboardPeriod } from "../../gen/uvboard/v1/leaderboard_pb";
import { formatDate } from "./time";

/** A period of a leaderboard. `start` is its first day, as midnight in UTC; all time begins in 1970. */
export type Period = { kind: LeaderboardPeriod; start: Date };

const { DAY, WEEK, MONTH, YEAR, ALL } = LeaderboardPeriod;

export const periodKinds = [DAY, WEEK, MONTH, YEAR, ALL];

const msOfDay = 86_400_000;

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day));

/** The period of a kind with a day. */
export function periodOf(kind: LeaderboardPeriod, day: Date): Period {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  if (kind === WEEK) return { kind, start: utc(year, month, date - ((day.getUTCDay() + 6) % 7)) };
  if (kind === MONTH) return { kind, start: utc(year, month, 1) };
  if (kind === YEAR) return { kind, start: utc(year, 0, 1) };
  return { kind, start: kind === DAY ? utc(year, month, date) : new Date(0) };
}

/** The period that is so many periods later, or earlier if negative. */
export function laterPeriod({ kind, start }: Period, by: number): Period {
  const [year, month, date] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  if (kind === YEAR) return { kind, start: utc(year + by, 0, 1) };
  if (kind === MONTH) return { kind, start: utc(year, month + by, 1) };
  return { kind, start: utc(year, month, date + by * (kind === WEEK ? 7 : 1)) };
}

/** The year and the number of an ISO week: its Thursday decides. */
export function isoWeek(monday: Date): [number, number] {
  const year = new Date(monday.getTime() + 3 * msOfDay).getUTCFullYear();
  return [year, Math.round((monday.getTime() - periodOf(WEEK, utc(year, 0, 4)).start.getTime()) / msOfDay / 7) + 1];
}

const two = (n: number) => String(n).padStart(2, "0");

/** YYYY-MM-DD. */
export const dateOf = (day: Date): string => day.toISOString().slice(0, 10);

/** The path of the page with the leaderboard, as the server has it. */
export function periodPath({ kind, start }: Period): string {
  const [year = "", month = "", day = ""] = dateOf(start).split("-");
  if (kind === ALL) return "/top";
  if (kind === YEAR) return `/top/${year}`;
  if (kind === MONTH) return `/top/${year}/${month}`;
  if (kind === DAY) return `/top/${year}/${month}/${day}`;
  const [isoYear, week] = isoWeek(start);
  return `/top/${isoYear}/w${two(week)}`;
}

/** The period of a path; undefined if there is none. */
export function parsePeriodPath(path: string): Period | undefined {
  const wanted = path.toLowerCase().replace(/\/$/, "");
  if (wanted === "/top") return periodOf(ALL, new Date(0));
  const [, year, week, month, day] = /^\/top\/(\d{4})(?:\/w(\d\d)|\/(\d\d)(?:\/(\d\d))?)?$/.exec(wanted) ?? [];
  if (!year) return undefined;
  let period = periodOf(YEAR, utc(Number(year), 0, 1));
  if (week) period = periodOf(WEEK, utc(Number(year), 0, 4 + 7 * (Number(week) - 1)));
  else if (day) period = periodOf(DAY, utc(Number(year), Number(month) - 1, Number(day)));
  else if (month) period = periodOf(MONTH, utc(Number(year), Number(month) - 1, 1));
  return periodPath(period) === wanted ? period : undefined;
}

const months = "January February March April May June July August September October November December".split(" ");

/** The name of the period in a title, such as "November 2026", as the server has it. */
export function periodTitle({ kind, start }: Period): string {
  const month = `${months[start.getUTCMonth()]} ${start.getUTCFullYear()}`;
  if (kind === DAY) return `${start.getUTCDate()} ${month}`;
  if (kind === MONTH) return month;
  if (kind === YEAR) return String(start.getUTCFullYear());
  if (kind === ALL) return "all time";
  const [year, week] = isoWeek(start);
  return `week ${week} of ${year}`;
}

/** A rank with its period, such as "#1 on 14 Jan 2026", as the server has it. */
export function placeIn(period: Period, rank: number): string {
  if (period.kind === DAY) return `#${rank} on ${formatDate(period.start)}`;
  return `#${rank} · ${period.kind === MONTH ? formatDate(period.start).slice(2) : periodTitle(period)}`;
}

/** The day in a time zone, as midnight in UTC. */
export function todayIn(timeZone: string, now = new Date()): Date {
  // The first format of a page takes a phone 200 ms.
  if (timeZone === "UTC") return new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return new Date(`${parts.format(now)}T00:00:00Z`);
}
