import { createInfiniteQueryOptions } from "@connectrpc/connect-query";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { paging, prefetch, type RouteContext } from "../../lib/server/query";
import { type BlogSearch, toRequest } from "./search";

/** The list request for the search parameters. */
export const blogInput = (search: BlogSearch) => ({ ...toRequest(search), pageSize: 20, pageToken: "" });

export const tagsInput = { pageSize: 10 };
export const authorsInput = { pageSize: 4 };

export function prefetchBlog(context: RouteContext, search: BlogSearch): void {
  const { client, transport } = context;
  void client.prefetchInfiniteQuery(
    createInfiniteQueryOptions(BlogService.method.listBlogPosts, blogInput(search), { transport, ...paging }),
  );
  prefetch(context, BlogService.method.listPopularTags, tagsInput);
  prefetch(context, BlogService.method.getBlogStats, {});
}
