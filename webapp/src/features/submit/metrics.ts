import type { JsonObject, JsonValue, MessageInitShape } from "@bufbuild/protobuf";
import type { ProjectMetrics, ProjectMetricsSchema } from "../../gen/uvboard/v1/project_pb";

/** A row of the metrics, as typed. */
export type Metric = { name: string; value: string };

/**
 * The request's metrics: users, revenue, and all others as custom metrics. Empty rows are left out. A second row with the
 * name of a known metric becomes a custom metric.
 */
export function toMetrics(rows: Metric[]): MessageInitShape<typeof ProjectMetricsSchema> {
  const known: { users?: number; revenue?: number } = {};
  const custom: JsonObject = {};
  for (const row of rows) {
    const name = row.name.trim();
    const value = parseValue(row.value.trim());
    if (name === "" || value === "") continue;
    // NaN fails the proto's rules, whose message is then shown.
    if (isKnown(name) && known[name] === undefined) known[name] = typeof value === "number" ? value : Number.NaN;
    else custom[name] = value;
  }
  return Object.keys(custom).length > 0 ? { ...known, custom } : known;
}

/** The error of incomplete or repeated rows. The values are validated by the proto's rules. */
export function metricsError(rows: Metric[]): string | undefined {
  const filled = rows.map(({ name, value }) => [name.trim(), value.trim()]).filter(([name, value]) => name || value);
  if (filled.some(([name, value]) => !name || !value)) return "Enter a name and a value for each metric";
  const names = filled.map(([name = ""]) => name);
  const repeated = names.some((name, i) => names.indexOf(name) !== i && !isKnown(name));
  return repeated ? "Each metric needs a different name" : undefined;
}

/** The rows of a project's metrics. toMetrics turns them into the same metrics. */
export const metricRows = (metrics: ProjectMetrics | undefined): Metric[] => [
  ...rowsOf({ users: metrics?.users, revenue: metrics?.revenue }),
  ...rowsOf(metrics?.custom ?? {}),
];

/** The rows for JSON such as {"users": 120}; undefined if the text is not a JSON object. */
export function parseRows(text: string): Metric[] | undefined {
  try {
    const json = JSON.parse(text) as JsonValue;
    if (!isObject(json)) return undefined;
    const { custom, ...others } = json;
    return [...rowsOf(others), ...rowsOf(isObject(custom) ? custom : { custom })];
  } catch {
    return undefined;
  }
}

const rowsOf = (json: { [name: string]: JsonValue | undefined }): Metric[] =>
  Object.entries(json).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value: valueText(value) }]));

// A string that looks like a number is shown in quotes, so that it stays a string.
const valueText = (value: JsonValue): string =>
  typeof value === "string" && !isNumber(value) ? value : JSON.stringify(value);

function parseValue(text: string): number | string {
  if (isNumber(text)) return Number(text);
  const quoted = /^"(.*)"$/.exec(text)?.[1];
  return quoted !== undefined && isNumber(quoted) ? quoted : text;
}

const isNumber = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));

const isKnown = (name: string): name is "users" | "revenue" => name === "users" || name === "revenue";

const isObject = (json: JsonValue | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json);
