import { ActivityType } from "../../gen/uvboard/v1/user_pb";

export type ProfileTab = "activity" | "about";
export type ActivityFilter = keyof typeof activityFilters;

/** What of a profile stands in the address; without a tab it is the projects. */
export type ProfileSearch = { tab?: ProfileTab; filter?: ActivityFilter };

/** What the list of activity can be narrowed to: its name, and the kinds of things that count. */
export const activityFilters = {
  projects: { label: "Projects", types: [ActivityType.PROJECT_CREATED] },
  // The number on its card counts threads and replies together.
  forum_posts: { label: "Forum Posts", types: [ActivityType.FORUM_THREAD, ActivityType.FORUM_POST] },
  forum_threads: { label: "Forum Threads", types: [ActivityType.FORUM_THREAD] },
  comments: { label: "Comments", types: [ActivityType.BLOG_COMMENT] },
};

/** Reads the address; unknown words are dropped, and a filter stands only beside the activity it narrows. */
export function readProfileSearch(search: Record<string, unknown>): ProfileSearch {
  const { tab, filter } = search;
  if (tab === "about") return { tab };
  if (tab !== "activity") return {};
  return isFilter(filter) ? { tab, filter } : { tab };
}

const isFilter = (word: unknown): word is ActivityFilter =>
  typeof word === "string" && Object.hasOwn(activityFilters, word);

/** Where pressing a stat leads: to the activity it counts, or, when that is what is shown, to all activity. */
export const toggled = (now: ProfileSearch, filter: ActivityFilter): ProfileSearch =>
  now.filter === filter ? { tab: "activity" } : { tab: "activity", filter };
