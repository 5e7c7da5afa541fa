import type { BlogComment, BlogPost } from "../../gen/uvboard/v1/blog_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";

type Viewer = Pick<SessionUser, "id" | "isAdmin"> | undefined;

/** Whether the user may hide and delete the comments of a story. */
export const moderates = (user: Viewer, post: Pick<BlogPost, "userId">): boolean =>
  user !== undefined && (user.isAdmin || user.id === post.userId);

/** Whether the user may hide the comment or show it again. What a moderator has hidden, only an admin may show. */
export const mayToggle = (
  user: Viewer,
  post: Pick<BlogPost, "userId">,
  comment: Pick<BlogComment, "hiddenByModerator">,
): boolean => moderates(user, post) && (!comment.hiddenByModerator || user?.isAdmin === true);
