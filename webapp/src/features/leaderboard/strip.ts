import { LeaderboardPeriod } from "../../gen/uvboard/v1/leaderboard_pb";
import { isoWeek, laterPeriod, type Period, periodOf } from "../../lib/text/period";
import { formatDate } from "../../lib/text/time";

const { DAY, WEEK, MONTH, YEAR } = LeaderboardPeriod;

const lengths: Partial<Record<LeaderboardPeriod, number>> = { [DAY]: 14, [WEEK]: 12, [MONTH]: 12, [YEAR]: 12 };

const msOfDay = 86_400_000;

/** How many periods `from` is before `to`. */
function distance({ kind, start: from }: Period, { start: to }: Period): number {
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  if (kind === YEAR) return years;
  if (kind === MONTH) return 12 * years + to.getUTCMonth() - from.getUTCMonth();
  return Math.round((to.getTime() - from.getTime()) / msOfDay / (kind === WEEK ? 7 : 1));
}

export type Cell = {
  period: Period;
  /** Two short lines, such as "Mon" and "23 Nov"; the first one is empty for a year. */
  lines: [string, string];
  /** Whether it is in the half of the strip with the shown period, which is all that phones have room for. */
  isNear: boolean;
};

/**
 * The periods around one, the earliest first. They are counted from today, so that the strip stays in place while the
 * reader moves in it. Those before the founding of the board are left out.
 */
export function stripOf(period: Period, today: Date, foundedYear: number): Cell[] {
  const length = lengths[period.kind];
  if (!length) return [];
  const current = periodOf(period.kind, today);
  const last = laterPeriod(current, -length * Math.floor(distance(period, current) / length));
  const founded = new Date(Date.UTC(foundedYear, 0, 1));
  const periods = Array.from({ length }, (_, i) => laterPeriod(last, i + 1 - length)).filter(
    (each) => laterPeriod(each, 1).start > founded || each.start.getTime() === period.start.getTime(),
  );
  const half = length / 2;
  const halfOf = (each: Period) => Math.floor(distance(each, last) / half);
  return periods.map((each) => ({
    period: each,
    lines: linesOf(each, current),
    isNear: halfOf(each) === halfOf(period),
  }));
}

function linesOf(period: Period, current: Period): [string, string] {
  const { kind, start } = period;
  const [day = "", month = "", year = ""] = formatDate(start).split(" ");
  if (kind === YEAR) return ["", year];
  if (kind === MONTH) return [month, year];
  if (kind === WEEK) return [`Week ${isoWeek(start)[1]}`, `${day} ${month}`];
  const isToday = start.getTime() === current.start.getTime();
  return [isToday ? "Today" : start.toUTCString().slice(0, 3), `${day} ${month}`];
}
