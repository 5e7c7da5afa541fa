import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { NewsSort } from "../../gen/uvboard/v1/news_pb";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import { ProjectListType } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { prefetch, type RouteContext } from "../../lib/server/query";

/** The request of each list on Home. */
export const homeInput = {
  featured: { type: ProjectListType.FEATURED, pageSize: 12 },
  trending: { type: ProjectListType.TRENDING, pageSize: 3 },
  newest: { type: ProjectListType.NEWEST, pageSize: 4 },
  again: { type: ProjectListType.AGAIN, pageSize: 2 },
  vibers: { pageSize: 5 },
  news: { sort: NewsSort.DATE, pageSize: 30 },
  stories: { pageSize: 4 },
  waiting: { type: ProjectListType.WAITING, pageSize: 3 },
};

export function prefetchHome(context: RouteContext): void {
  const { listProjects } = ProjectService.method;
  prefetch(context, StatsService.method.getCommunityStats, {});
  prefetch(context, listProjects, homeInput.featured);
  prefetch(context, listProjects, homeInput.trending);
  prefetch(context, listProjects, homeInput.newest);
  prefetch(context, listProjects, homeInput.again);
  prefetch(context, listProjects, homeInput.waiting);
  prefetch(context, BlogService.method.listBlogPosts, homeInput.stories);
  prefetch(context, UserService.method.listTopUsers, homeInput.vibers);
  prefetch(context, NewsService.method.listNews, homeInput.news);
}
