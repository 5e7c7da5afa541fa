import { BuildCode, Category, ProjectSort, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { enumValue } from "../../lib/text/labels";
import { count } from "../../lib/text/text";

/** The search parameters of Explore. A parameter with its default value is absent. */
export type ExploreSearch = {
  q?: string;
  /** Only the words as typed. */
  exact?: "yes";
  sort?: string;
  stage?: string;
  category?: string;
  tool?: string;
  code?: string;
  /** A whole number of hours. */
  maxHours?: string;
  /** Also the projects that are gone. */
  gone?: "true";
  view?: "list";
};

/** Validates the search parameters. It drops unknown values and defaults, so that each state has one URL. */
export function readExploreSearch(raw: Record<string, unknown>): ExploreSearch {
  const search: ExploreSearch = {};
  const q = typeof raw.q === "string" ? raw.q.trim().slice(0, 200) : "";
  if (q) search.q = q;
  if (q && raw.exact === "yes") search.exact = "yes";
  const sort = known(ProjectSort, raw.sort);
  // The default order is newest, or relevance if there is a query.
  if (sort && sort !== "relevance" && (sort !== "newest" || q)) search.sort = sort;
  const stage = known(Stage, raw.stage);
  if (stage) search.stage = stage;
  const category = known(Category, raw.category);
  if (category) search.category = category;
  const tool = known(VibeTool, raw.tool);
  if (tool) search.tool = tool;
  const code = known(BuildCode, raw.code);
  if (code) search.code = code;
  if (typeof raw.maxHours === "string" && /^[1-9]\d{0,4}$/.test(raw.maxHours)) search.maxHours = raw.maxHours;
  if (raw.gone === "true") search.gone = "true";
  if (raw.view === "list") search.view = "list";
  return search;
}

/** Converts the search parameters to a list request. Without an order the server applies the default. */
export function toRequest(search: ExploreSearch) {
  return {
    search: search.q ?? "",
    exact: search.exact === "yes",
    sort: enumValue<ProjectSort>(ProjectSort, search.sort ?? "") ?? ProjectSort.UNSPECIFIED,
    stage: enumValue<Stage>(Stage, search.stage ?? "") ?? Stage.UNSPECIFIED,
    category: enumValue<Category>(Category, search.category ?? "") ?? Category.UNSPECIFIED,
    tool: enumValue<VibeTool>(VibeTool, search.tool ?? "") ?? VibeTool.UNSPECIFIED,
    code: enumValue<BuildCode>(BuildCode, search.code ?? "") ?? BuildCode.UNSPECIFIED,
    maxHours: Number(search.maxHours ?? 0),
    gone: search.gone === "true",
  };
}

/** Whether there is a query or a filter. The order and the view are not filters. */
export const isFiltered = (search: ExploreSearch): boolean => Boolean(search.q || hasFilter(search));

/** Whether there is a filter, as the panel offers them. */
export const hasFilter = (search: ExploreSearch): boolean =>
  Boolean(search.stage || search.category || search.tool || search.code || search.maxHours || search.gone);

/** The line above the results: "1 project found", "1,284 projects found", "1,000+ projects found". */
export function resultsLine(total: number, capped: boolean): { n: string; rest: string } {
  const n = count(total) + (capped ? "+" : "");
  return { n, rest: total === 1 && !capped ? "project found" : "projects found" };
}

function known<E extends number>(names: Record<string, E | string>, raw: unknown): string | undefined {
  return typeof raw === "string" && enumValue(names, raw) !== undefined ? raw : undefined;
}
