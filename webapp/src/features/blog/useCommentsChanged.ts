import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { useInvalidate } from "../../lib/server/query";

/** After a change: the comments, and the counts on the story, in lists and on profiles. */
export function useCommentsChanged() {
  const invalidate = useInvalidate();
  return () =>
    invalidate(
      BlogService.method.listBlogComments,
      BlogService.method.getBlogPost,
      BlogService.method.listBlogPosts,
      UserService.method.getUserStats,
      UserService.method.listUserActivity,
    );
}
