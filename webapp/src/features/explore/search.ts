import { Category, ProjectSort, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { enumValue } from "../../lib/labels";

/** The state of Explore as its address says it, in words; what has its default value is absent. */
export type ExploreSearch = {
  q?: string;
  sort?: string;
  stage?: string;
  category?: string;
  tool?: string;
  view?: "list";
};

/** Reads the address, dropping unknown words and defaults, so that one state has one address. */
export function readExploreSearch(raw: Record<string, unknown>): ExploreSearch {
  const search: ExploreSearch = {};
  const q = typeof raw.q === "string" ? raw.q.trim().slice(0, 200) : "";
  if (q) search.q = q;
  const sort = word(ProjectSort, raw.sort);
  // Newest is the default; in a search the default is relevance, so newest is then a choice to remember.
  if (sort && sort !== "relevance" && (sort !== "newest" || q)) search.sort = sort;
  const stage = word(Stage, raw.stage);
  if (stage) search.stage = stage;
  const category = word(Category, raw.category);
  if (category) search.category = category;
  const tool = word(VibeTool, raw.tool);
  if (tool) search.tool = tool;
  if (raw.view === "list") search.view = "list";
  return search;
}

/** The same state as the server wants it. Without a choice of order the server takes newest, or relevance in a search. */
export function toRequest(search: ExploreSearch) {
  return {
    search: search.q ?? "",
    sort: enumValue<ProjectSort>(ProjectSort, search.sort ?? "") ?? ProjectSort.UNSPECIFIED,
    stage: enumValue<Stage>(Stage, search.stage ?? "") ?? Stage.UNSPECIFIED,
    category: enumValue<Category>(Category, search.category ?? "") ?? Category.UNSPECIFIED,
    tool: enumValue<VibeTool>(VibeTool, search.tool ?? "") ?? VibeTool.UNSPECIFIED,
  };
}

/** Whether the list is narrowed: a query, or any filter off its default. The order and the view narrow nothing. */
export const isFiltered = (search: ExploreSearch): boolean =>
  Boolean(search.q || search.stage || search.category || search.tool);

/** The line above the results: "1 project found", "1,284 projects found", "1,000+ projects found". */
export function resultsLine(total: number, capped: boolean): { n: string; rest: string } {
  const n = new Intl.NumberFormat("en-US").format(total) + (capped ? "+" : "");
  return { n, rest: total === 1 && !capped ? "project found" : "projects found" };
}

function word<E extends number>(names: Record<string, E | string>, raw: unknown): string | undefined {
  return typeof raw === "string" && enumValue(names, raw) !== undefined ? raw : undefined;
}
