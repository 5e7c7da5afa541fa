/** A reply to a thread, or a comment on a story. */
type Post = { id: string; parentId?: string };

/** A reply as the page shows it. */
export type Arranged<P extends Post> = {
  post: P;
  /** The reply that it answers, if the place does not show that: it stands above as a quote. */
  quoted?: P;
  /** It answers a reply that is not loaded. */
  orphan: boolean;
  /** All replies below it, however deep, oldest first. Only replies on the first level have any. */
  answers: Arranged<P>[];
};

/**
 * Arranges replies one level deep: those to the thread or the story, each with all replies below it. A deeper one quotes the reply
 * that it answers. If the reply that a post answers is not loaded, the post stands on the first level.
 */
export function arrange<P extends Post>(posts: P[]): Arranged<P>[] {
  const top: Arranged<P>[] = [];
  // The reply on the first level above each post. A post is older than its answers, so it is there before them.
  const roots = new Map<string, Arranged<P>>();
  const byId = new Map(posts.map((post) => [post.id, post]));

  for (const post of posts) {
    const root = post.parentId === undefined ? undefined : roots.get(post.parentId);
    const reply: Arranged<P> = { post, orphan: post.parentId !== undefined && !root, answers: [] };
    if (root && root.post.id !== post.parentId) reply.quoted = byId.get(post.parentId ?? "");
    roots.set(post.id, root ?? reply);
    (root?.answers ?? top).push(reply);
  }
  return top;
}
