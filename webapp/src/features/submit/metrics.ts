import type { JsonObject, JsonValue, MessageInitShape } from "@bufbuild/protobuf";
import type { ProjectMetrics, ProjectMetricsSchema } from "../../gen/uvboard/v1/project_pb";

type Metrics = MessageInitShape<typeof ProjectMetricsSchema>;

/**
 * Parses the JSON text of the metrics: users, revenue, and any others by name or under "custom". Empty text means no
 * metrics. Text of another shape returns an error message; the values are validated by the proto's rules.
 */
export function parseMetrics(
  text: string,
): { metrics: Metrics; error?: undefined } | { metrics?: undefined; error: string } {
  if (text.trim() === "") return { metrics: {} };
  let json: JsonValue;
  try {
    json = JSON.parse(text) as JsonValue;
  } catch {
    return { error: "Metrics must be valid JSON" };
  }
  if (!isObject(json)) return { error: 'Metrics must be a JSON object, such as {"users": 120}' };
  const { users, revenue, custom, ...others } = json;
  if (custom !== undefined && !isObject(custom))
    return { error: '"custom" must be a JSON object, such as {"plates": 12}' };
  return { metrics: { users: toNumber(users), revenue: toNumber(revenue), custom: { ...others, ...custom } } };
}

/** The JSON text of a project's metrics, which parseMetrics can parse; empty if there are none. */
export function metricsText(metrics: ProjectMetrics | undefined): string {
  const json: JsonObject = {};
  if (metrics?.users !== undefined) json.users = metrics.users;
  if (metrics?.revenue !== undefined) json.revenue = metrics.revenue;
  if (Object.keys(metrics?.custom ?? {}).length > 0) json.custom = metrics?.custom ?? {};
  return Object.keys(json).length > 0 ? JSON.stringify(json, null, 2) : "";
}

const isObject = (json: JsonValue): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json);

// NaN fails the proto's rules, whose message is then shown.
const toNumber = (value: JsonValue | undefined): number | undefined =>
  value === undefined || typeof value === "number" ? value : Number.NaN;
