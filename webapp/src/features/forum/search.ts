import { readParams } from "../../lib/page/address";

/** The search parameters of the forum. The first eight come with links from outside, such as those of a project or of an article. */
export const readForumSearch = readParams(
  "channel",
  "thread",
  "createChannel",
  "projectId",
  "projectTitle",
  "project",
  "about",
  "link",
  "post",
  "q",
  "exact",
  "scope",
  "sort",
);

export type ForumSearch = ReturnType<typeof readForumSearch>;

/** The address of what the parameters `thread` or `channel` select, without them; undefined if there is neither. */
export function selected({
  thread,
  channel,
  ...search
}: ForumSearch):
  | { to: "/forum/thread/$threadId"; params: { threadId: string }; search: ForumSearch }
  | { to: "/forum/$channelId"; params: { channelId: string }; search: ForumSearch }
  | undefined {
  if (thread) return { to: "/forum/thread/$threadId", params: { threadId: thread }, search };
  if (channel) return { to: "/forum/$channelId", params: { channelId: channel }, search };
  return undefined;
}
