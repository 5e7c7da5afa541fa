import { ProjectListType } from "../../gen/uvboard/v1/project_pb";
import { calls, prefetch, type RouteContext } from "../../lib/calls";

/** What the home page shows of each list. */
export const homeInput = {
  featured: { type: ProjectListType.FEATURED, pageSize: 1 },
  trending: { type: ProjectListType.TRENDING, pageSize: 3 },
  newest: { type: ProjectListType.NEWEST, pageSize: 4 },
  vibers: { pageSize: 5 },
};

export function prefetchHome(context: RouteContext): void {
  prefetch(context, calls.getCommunityStats, {});
  prefetch(context, calls.listProjects, homeInput.featured);
  prefetch(context, calls.listProjects, homeInput.trending);
  prefetch(context, calls.listProjects, homeInput.newest);
  prefetch(context, calls.listTopUsers, homeInput.vibers);
}
