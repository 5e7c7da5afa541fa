import { describe, expect, it } from "vitest";
import { BuildCode, Category, ProjectSort, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { isFiltered, readExploreSearch, resultsLine, toRequest } from "./search";

describe("readExploreSearch", () => {
  // spec: explore.state
  it("reads every parameter", () => {
    expect(
      readExploreSearch({
        q: " tea ",
        sort: "trending",
        stage: "mvp",
        category: "ai_agents",
        tool: "nextjs",
        view: "list",
      }),
    ).toEqual({ q: "tea", sort: "trending", stage: "mvp", category: "ai_agents", tool: "nextjs", view: "list" });
  });
  // spec: explore.defaults, explore.default.all, explore.default.sort, explore.default.view
  it("omits default values", () => {
    expect(
      readExploreSearch({ q: "", sort: "newest", stage: "all", category: "all", tool: "all", view: "grid" }),
    ).toEqual({});
  });
  // spec: const.explore.views
  it("drops unknown values", () => {
    expect(readExploreSearch({ sort: "random", stage: "MVP", category: "3", tool: "unspecified", extra: "x" })).toEqual(
      {},
    );
  });
  it("reads how a project was built", () => {
    const search = { code: "mostly_ai", maxHours: "9", gone: "true" };
    expect(readExploreSearch(search)).toEqual(search);
    expect(readExploreSearch({ code: "robots", maxHours: "-1", gone: "1" })).toEqual({});
    expect(readExploreSearch({ maxHours: "0" })).toEqual({});
  });
  it("keeps newest if there is a query, since the default is then relevance", () => {
    expect(readExploreSearch({ q: "tea", sort: "newest" })).toEqual({ q: "tea", sort: "newest" });
    expect(readExploreSearch({ q: "tea", sort: "relevance" })).toEqual({ q: "tea" });
  });
  it("cuts the query to the maximum length", () => {
    expect(readExploreSearch({ q: "x".repeat(500) }).q).toHaveLength(200);
  });
});

describe("toRequest", () => {
  it("sends no order if none is chosen", () => {
    expect(toRequest({ q: "tea" })).toEqual({
      search: "tea",
      exact: false,
      sort: ProjectSort.UNSPECIFIED,
      stage: Stage.UNSPECIFIED,
      category: Category.UNSPECIFIED,
      tool: VibeTool.UNSPECIFIED,
      code: BuildCode.UNSPECIFIED,
      maxHours: 0,
      gone: false,
    });
  });
  it("converts names to enum values", () => {
    const search = { sort: "alphabetical", stage: "archived", category: "food_drink", tool: "vercel_v0" };
    expect(toRequest({ ...search, code: "mostly_ai", maxHours: "9", gone: "true" })).toEqual({
      search: "",
      exact: false,
      sort: ProjectSort.ALPHABETICAL,
      stage: Stage.ARCHIVED,
      category: Category.FOOD_DRINK,
      tool: VibeTool.VERCEL_V0,
      code: BuildCode.MOSTLY_AI,
      maxHours: 9,
      gone: true,
    });
  });
});

describe("isFiltered", () => {
  // spec: explore.filtered
  it("ignores the order and the view", () => {
    expect(isFiltered({ sort: "trending", view: "list" })).toBe(false);
    expect(isFiltered({ q: "x" })).toBe(true);
    expect(isFiltered({ tool: "react" })).toBe(true);
    expect(isFiltered({ maxHours: "9" })).toBe(true);
    expect(isFiltered({ gone: "true" })).toBe(true);
  });
});

// spec: explore.found
describe("resultsLine", () => {
  it.each([
    [0, false, "0", "projects found"],
    [1, false, "1", "project found"],
    [1284, false, "1,284", "projects found"],
    [1000, true, "1,000+", "projects found"],
  ])("of %i (capped %s) reads %s %s", (total, capped, n, rest) => {
    expect(resultsLine(total, capped)).toEqual({ n, rest });
  });
});
