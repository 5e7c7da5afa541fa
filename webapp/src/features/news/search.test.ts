import { describe, expect, it } from "vitest";
import { isFiltered, newsInput, readNewsSearch } from "./search";

describe("readNewsSearch", () => {
  it("reads every parameter", () => {
    expect(readNewsSearch({ q: " tea ", source: "Wired", tool: "github-copilot" })).toEqual({
      q: "tea",
      source: "Wired",
      tool: "github-copilot",
    });
  });
  it("drops unknown tools and empty values", () => {
    expect(readNewsSearch({ q: " ", source: "", tool: "toString", view: "list" })).toEqual({});
  });
  it("bounds texts", () => {
    const { q, source } = readNewsSearch({ q: "a".repeat(300), source: "b".repeat(300) });
    expect([q?.length, source?.length]).toEqual([200, 80]);
  });
});

// spec: const2.news.page
it("asks for the newest articles first", () => {
  expect(newsInput({ tool: "v0" })).toMatchObject({ tools: ["v0"], search: "", source: "", pageSize: 50 });
});

it("counts every parameter as a filter", () => {
  expect(isFiltered({})).toBe(false);
  for (const search of [{ q: "a" }, { source: "a" }, { tool: "v0" }]) expect(isFiltered(search)).toBe(true);
});
