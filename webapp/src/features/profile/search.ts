import { ActivityType } from "../../gen/uvboard/v1/user_pb";

export type ProfileTab = "stories" | "collections" | "activity" | "about" | "followers" | "following";
export type ActivityFilter = keyof typeof activityFilters;

/**
 * The search parameters of a profile. Without a tab, the projects are shown. `message` is the subject of a message to write, from the
 * link of a mail.
 */
export type ProfileSearch = { tab?: ProfileTab; filter?: ActivityFilter; message?: string };

/** The filters of the activity: label and types. */
export const activityFilters = {
  projects: { label: "Projects", types: [ActivityType.PROJECT_CREATED] },
  forum_posts: { label: "Forum Posts", types: [ActivityType.FORUM_POST] },
  forum_threads: { label: "Forum Threads", types: [ActivityType.FORUM_THREAD] },
  comments: { label: "Comments", types: [ActivityType.BLOG_COMMENT] },
};

/** Parses the search parameters. Unknown values are dropped, and so is a filter without the activity tab. */
export function readProfileSearch(search: Record<string, unknown>): ProfileSearch {
  const { tab, filter, message } = search;
  const plain = (["about", "stories", "collections", "followers", "following"] as const).find((name) => name === tab);
  if (plain) return { tab: plain };
  if (tab !== "activity") {
    // The router reads a subject such as 42 as a number.
    return typeof message === "string" || typeof message === "number" ? { message: `${message}` } : {};
  }
  return isFilter(filter) ? { tab, filter } : { tab };
}

const isFilter = (word: unknown): word is ActivityFilter =>
  typeof word === "string" && Object.hasOwn(activityFilters, word);

/** The search parameters after a click on a count: its activity, or all activity if it is already shown. */
export const toggled = (now: ProfileSearch, filter: ActivityFilter): ProfileSearch =>
  now.filter === filter ? { tab: "activity" } : { tab: "activity", filter };
