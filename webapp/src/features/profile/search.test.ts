import { expect, test } from "vitest";
import { readProfileSearch, toggled } from "./search";

test("without a tab, all parameters are dropped", () => {
  expect(readProfileSearch({})).toEqual({});
  expect(readProfileSearch({ tab: "secrets", filter: "comments" })).toEqual({});
});

test("a filter is kept only with the activity tab", () => {
  expect(readProfileSearch({ tab: "activity", filter: "comments" })).toEqual({ tab: "activity", filter: "comments" });
  expect(readProfileSearch({ tab: "about", filter: "comments" })).toEqual({ tab: "about" });
});

test.each(["projects", "forum_posts", "comments", "forum_threads"])("%s filters the activity", (filter) => {
  // spec: profile.filter.states
  expect(readProfileSearch({ tab: "activity", filter })).toEqual({ tab: "activity", filter });
});

test("unknown filters are dropped, also names of Object.prototype", () => {
  expect(readProfileSearch({ tab: "activity", filter: "votes" })).toEqual({ tab: "activity" });
  expect(readProfileSearch({ tab: "activity", filter: "toString" })).toEqual({ tab: "activity" });
});

test("a click on a count shows its activity; a second click removes the filter", () => {
  const once = toggled({}, "forum_posts");
  expect(once).toEqual({ tab: "activity", filter: "forum_posts" });
  // spec: profile.filter.clear
  expect(toggled(once, "forum_posts")).toEqual({ tab: "activity" });
  expect(toggled(once, "projects")).toEqual({ tab: "activity", filter: "projects" });
});
