import type { AdminStats } from "../../../gen/uvboard/v1/admin_pb";
import {
  type AnalyticsBucket,
  type GetAnalyticsResponse,
  Timeframe,
} from "../../../gen/uvboard/v1/analytics_service_pb";
import { toDate } from "../../../lib/text/time";

/** A quotient with some decimals; 0 for no divisor. */
const ratio = (of: number, per: number, decimals: number): string => (per > 0 ? of / per : 0).toFixed(decimals);

export const projectsPerUser = ({ totalProjects, totalUsers }: Pick<AdminStats, "totalProjects" | "totalUsers">) =>
  ratio(totalProjects, totalUsers, 2);

export const postsPerThread = (stats: Pick<AdminStats, "totalForumPosts" | "totalForumThreads">) =>
  ratio(stats.totalForumPosts, stats.totalForumThreads, 1);

export const visitsPerVisitor = (a: Pick<GetAnalyticsResponse, "totalVisits" | "uniqueVisitors">) =>
  ratio(a.totalVisits, a.uniqueVisitors, 1);

/** Formats seconds as "45s", "2.5m" or "1.3h". */
export function formatDuration(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)}s`;
  if (seconds < 3597) return `${(seconds / 60).toFixed(1)}m`;
  return `${(seconds / 3600).toFixed(1)}h`;
}

/** The timeframes by their words in REST, which the URL and the file name have too. */
export const timeframes = {
  hour: { label: "Hour", value: Timeframe.TIMEFRAME_HOUR },
  "24hours": { label: "24 hours", value: Timeframe.TIMEFRAME_24HOURS },
  "7days": { label: "7 days", value: Timeframe.TIMEFRAME_7DAYS },
  "30days": { label: "30 days", value: Timeframe.TIMEFRAME_30DAYS },
} as const;

export type TimeframeWord = keyof typeof timeframes;

export const defaultTimeframe: TimeframeWord = "24hours";

/** The timeframe that the URL names. */
export const readTimeframe = (word: string | undefined): TimeframeWord =>
  word && Object.hasOwn(timeframes, word) ? (word as TimeframeWord) : defaultTimeframe;

/** The series of the charts, and the columns of the file. */
export const columns = [
  { label: "Visits", value: (bucket: AnalyticsBucket) => bucket.visits },
  { label: "Unique visitors", value: (bucket: AnalyticsBucket) => bucket.uniqueVisitors },
  { label: "Sign-ups", value: (bucket: AnalyticsBucket) => bucket.signUps },
  { label: "Projects", value: (bucket: AnalyticsBucket) => bucket.projects },
  { label: "Posts", value: (bucket: AnalyticsBucket) => bucket.posts },
  { label: "Votes", value: (bucket: AnalyticsBucket) => bucket.votes },
] as const;

/** The buckets as CSV: a line for each, with its start. */
export function toCsv(buckets: AnalyticsBucket[]): string {
  const lines = buckets.map((bucket) =>
    [toDate(bucket.startTime)?.toISOString() ?? "", ...columns.map(({ value }) => value(bucket))].join(","),
  );
  return [["Time", ...columns.map(({ label }) => label)].join(","), ...lines, ""].join("\r\n");
}
