import { expect, test } from "vitest";
import { readProfileSearch, toggled } from "./search";

test("the address without a tab is the projects, whatever else it says", () => {
  expect(readProfileSearch({})).toEqual({});
  expect(readProfileSearch({ tab: "secrets", filter: "comments" })).toEqual({});
});

test("a filter stands only beside the activity it narrows", () => {
  expect(readProfileSearch({ tab: "activity", filter: "comments" })).toEqual({ tab: "activity", filter: "comments" });
  expect(readProfileSearch({ tab: "about", filter: "comments" })).toEqual({ tab: "about" });
});

test("unknown filters are dropped, names of every object among them", () => {
  expect(readProfileSearch({ tab: "activity", filter: "votes" })).toEqual({ tab: "activity" });
  expect(readProfileSearch({ tab: "activity", filter: "toString" })).toEqual({ tab: "activity" });
});

test("pressing a stat shows what it counts, pressing it again clears the filter", () => {
  const once = toggled({}, "forum_posts");
  expect(once).toEqual({ tab: "activity", filter: "forum_posts" });
  expect(toggled(once, "forum_posts")).toEqual({ tab: "activity" });
  expect(toggled(once, "projects")).toEqual({ tab: "activity", filter: "projects" });
});
