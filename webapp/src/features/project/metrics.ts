import type { ProjectMetrics } from "../../gen/uvboard/v1/project_pb";

export type Metric = {
  name: string;
  value: string;
  /** True if the value is text instead of a number. */
  words: boolean;
};

const number = (n: number) => n.toLocaleString("en-US", { maximumFractionDigits: 2 });
const dollars = (n: number) =>
  n.toLocaleString("en-US", { style: "currency", currency: "USD", trailingZeroDisplay: "stripIfInteger" });

/** The formatted metrics of a project: users, revenue, then the owner's own metrics. */
export function metricsOf(metrics: ProjectMetrics | undefined): Metric[] {
  if (!metrics) return [];
  const list: Metric[] = [];
  if (metrics.users !== undefined) list.push({ name: "users", value: number(metrics.users), words: false });
  if (metrics.revenue !== undefined) list.push({ name: "revenue", value: dollars(metrics.revenue), words: false });
  for (const [name, value] of Object.entries(metrics.custom ?? {})) {
    if (typeof value === "number") list.push({ name, value: number(value), words: false });
    else if (typeof value === "string" && value) list.push({ name, value, words: true });
  }
  return list;
}
