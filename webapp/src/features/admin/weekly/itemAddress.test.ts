import { expect, test } from "vitest";
import { WeeklyItemType } from "../../../gen/uvboard/v1/weekly_pb";
import { readItemAddress } from "./itemAddress";

test.each([
  ["https://board.example/projects/abc?ref=1#top", { type: WeeklyItemType.PROJECT, id: "abc" }],
  ["/blog/a-story-x1", { type: WeeklyItemType.BLOG_POST, id: "a-story-x1" }],
  [" https://board.example/forum/thread/t1/", { type: WeeklyItemType.FORUM_THREAD, id: "t1" }],
  ["https://board.example/forum/channel", undefined],
  ["kiln", undefined],
])("%s", (address, item) => expect(readItemAddress(address)).toEqual(item));
