import { WeeklyItemType } from "../../gen/uvboard/v1/weekly_pb";

/** Names of the types of items, as in the mails of backend/weekly. */
export const weeklyItemLabels: Record<WeeklyItemType, string> = {
  [WeeklyItemType.UNSPECIFIED]: "",
  [WeeklyItemType.PROJECT]: "Project",
  [WeeklyItemType.BLOG_POST]: "Story",
  [WeeklyItemType.FORUM_THREAD]: "Thread",
};
