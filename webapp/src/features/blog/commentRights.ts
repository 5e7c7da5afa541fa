import type { BlogComment, BlogPost } from "../../gen/uvboard/v1/blog_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { moderates } from "../../lib/session/role";

type Viewer = Pick<SessionUser, "id" | "isAdmin" | "role"> | undefined;
type Post = Pick<BlogPost, "userId">;

/** Whether the user may delete the comments of others on a story: its author and admins. */
export const mayDelete = (user: Viewer, post: Post): boolean =>
  user !== undefined && (user.isAdmin || user.id === post.userId);

/** Whether the user may hide the comment or show it again. What a moderator has hidden, only moderators may show. */
export const mayToggle = (user: Viewer, post: Post, comment: Pick<BlogComment, "hiddenByModerator">): boolean =>
  moderates(user) || (user?.id === post.userId && !comment.hiddenByModerator);
