import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";

/** A reply as the page shows it. */
export type Reply = {
  post: ForumPost;
  /** The reply that it answers, if the place does not show that: it stands above as a quote. */
  quoted?: ForumPost;
  /** It answers a reply that is not loaded. */
  orphan: boolean;
  /** All replies below it, however deep, oldest first. Only replies to the thread have any. */
  answers: Reply[];
};

/**
 * Arranges replies one level deep: those to the thread, each with all replies below it. A deeper one quotes the reply that it
 * answers. If the reply that a post answers is not loaded, the post stands on the first level.
 */
export function arrange(posts: ForumPost[]): Reply[] {
  const top: Reply[] = [];
  // The reply to the thread above each post. A post is older than its answers, so it is there before them.
  const roots = new Map<string, Reply>();
  const byId = new Map(posts.map((post) => [post.id, post]));

  for (const post of posts) {
    const root = post.parentId === undefined ? undefined : roots.get(post.parentId);
    const reply: Reply = { post, orphan: post.parentId !== undefined && !root, answers: [] };
    if (root && root.post.id !== post.parentId) reply.quoted = byId.get(post.parentId ?? "");
    roots.set(post.id, root ?? reply);
    (root?.answers ?? top).push(reply);
  }
  return top;
}
