import { expect, test } from "vitest";
import { BlogSort } from "../../gen/uvboard/v1/blog_pb";
import { isFiltered, readBlogSearch, toRequest } from "./search";

test("each state has one URL", () => {
  expect(readBlogSearch({ q: "  kiln ", tag: " Clay", sort: "newest" })).toEqual({
    q: "kiln",
    tag: "clay",
    sort: "newest",
  });
  expect(readBlogSearch({ q: " ", tag: "", sort: "newest" })).toEqual({});
  expect(readBlogSearch({ q: "kiln", exact: "yes" })).toEqual({ q: "kiln", exact: "yes" });
  expect(readBlogSearch({ exact: "yes" })).toEqual({});
  expect(readBlogSearch({ sort: "popular" })).toEqual({ sort: "popular" });
  expect(readBlogSearch({ q: 1, tag: [], sort: "random" })).toEqual({});
  expect(readBlogSearch({ q: "x".repeat(300) }).q).toHaveLength(200);
});

test("the order is not a filter", () => {
  expect(isFiltered({ sort: "oldest" })).toBe(false);
  expect(isFiltered({ tag: "clay" })).toBe(true);
  expect(toRequest({})).toEqual({ search: "", exact: false, tag: "", sort: BlogSort.UNSPECIFIED });
  expect(toRequest({ q: "kiln", sort: "popular" })).toEqual({
    search: "kiln",
    exact: false,
    tag: "",
    sort: BlogSort.POPULAR,
  });
});
