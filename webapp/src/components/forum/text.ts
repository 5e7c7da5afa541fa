import type { Author } from "../../gen/uvboard/v1/common_pb";
import { nameOf } from "../../lib/page/paths";
import { cut } from "../../lib/text/cut";

/** The name of an author in the forum: the ViberTag, the words for a deleted account, or else a part of the id. */
export function authorName(
  author: Pick<Author, "viberTag" | "username" | "displayName"> | undefined,
  userId: string,
): string {
  return author?.viberTag || (!author?.username && author?.displayName) || `@user${userId.slice(-3)}`;
}

export const postUrl = (thread: { id: string; url?: string }, postId?: string): string =>
  `${window.location.origin}/forum/thread/${encodeURIComponent(nameOf(thread))}${postId ? `?post=${encodeURIComponent(postId)}` : ""}`;

/** The beginning of a Markdown text on one line, without its quotations, for a quote above an answer. */
export function excerpt(markdown: string, limit = 140): string {
  const own = markdown
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join(" ");
  const plain = own
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`~#|]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const start = cut(plain, limit);
  return start === plain ? plain : `${start.trimEnd()}…`;
}
