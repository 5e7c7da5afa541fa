import { ProjectListType } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { prefetch, type RouteContext } from "../../lib/prefetch";

/** What the home page shows of each list. */
export const homeInput = {
  featured: { type: ProjectListType.FEATURED, pageSize: 1 },
  trending: { type: ProjectListType.TRENDING, pageSize: 3 },
  newest: { type: ProjectListType.NEWEST, pageSize: 4 },
  vibers: { pageSize: 5 },
};

export function prefetchHome(context: RouteContext): void {
  prefetch(context, StatsService.method.getCommunityStats, {});
  prefetch(context, ProjectService.method.listProjects, homeInput.featured);
  prefetch(context, ProjectService.method.listProjects, homeInput.trending);
  prefetch(context, ProjectService.method.listProjects, homeInput.newest);
  prefetch(context, UserService.method.listTopUsers, homeInput.vibers);
}
