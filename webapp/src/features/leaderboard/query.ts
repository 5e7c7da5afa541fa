import { LeaderboardPeriod } from "../../gen/uvboard/v1/leaderboard_pb";
import { LeaderboardService } from "../../gen/uvboard/v1/leaderboard_service_pb";
import { loadLater } from "../../lib/server/first";
import { prefetch, type RouteContext } from "../../lib/server/query";
import { dateOf, type Period, parsePeriodPath } from "../../lib/text/period";

/** The request of a leaderboard. backend/leaderboard/pages.go has the same. */
export const leaderboardInput = ({ kind, start }: Period) => ({
  period: kind,
  date: kind === LeaderboardPeriod.ALL ? "" : dateOf(start),
});

export function prefetchLeaderboard(context: RouteContext, path: string): void {
  loadLater(context.client, context.transport, LeaderboardService);
  const period = parsePeriodPath(path);
  if (period) prefetch(context, LeaderboardService.method.listLeaderboard, leaderboardInput(period));
}
