import { createInfiniteQueryOptions } from "@connectrpc/connect-query";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { NewsSort } from "../../gen/uvboard/v1/news_pb";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import { Stage } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { TagService } from "../../gen/uvboard/v1/tag_service_pb";
import { loadLater } from "../../lib/server/first";
import { paging, prefetch, type RouteContext } from "../../lib/server/query";
import { enumValue } from "../../lib/text/labels";
import type { TagSearch } from "./search";

/** Whether a page is that of a tool or of a tag. */
export type Kind = "tool" | "tag";

// The server inlines the answers to these requests (`tagged` in the pages of each domain).
export const projectsOf = (kind: Kind, slug: string, { stage }: TagSearch) => ({
  ...(kind === "tool" ? { builtWith: slug } : { tag: slug }),
  stage: enumValue<Stage>(Stage, stage ?? "") ?? Stage.UNSPECIFIED,
  pageSize: 12,
  pageToken: "",
});
export const storiesOf = (slug: string) => ({ tag: slug, pageSize: 4, pageToken: "" });
export const threadsOf = (slug: string, hideAgents?: boolean) => ({
  tag: slug,
  hideAgents: hideAgents || undefined,
  pageSize: 5,
  pageToken: "",
});
export const newsOf = (slug: string) => ({ tools: [slug], sort: NewsSort.DATE, pageSize: 5, pageToken: "" });

export function prefetchTag(context: RouteContext, kind: Kind, slug: string, search: TagSearch): void {
  const { client, transport } = context;
  loadLater(client, transport, TagService, ForumService);
  if (kind === "tool") prefetch(context, TagService.method.getTool, { tool: slug });
  else prefetch(context, TagService.method.getTag, { slug });
  void client.prefetchInfiniteQuery(
    createInfiniteQueryOptions(ProjectService.method.listProjects, projectsOf(kind, slug, search), {
      transport,
      ...paging,
    }),
  );
  void client.prefetchInfiniteQuery(
    createInfiniteQueryOptions(BlogService.method.listBlogPosts, storiesOf(slug), { transport, ...paging }),
  );
  void client.prefetchInfiniteQuery(
    createInfiniteQueryOptions(NewsService.method.listNews, newsOf(slug), { transport, ...paging }),
  );
}
