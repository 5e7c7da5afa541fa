import type { Report, ReportCase } from "../../../gen/uvboard/v1/moderation_pb";

/** Groups reports of one thing that are open, or were decided together, in the order of the first of each. A decision is about all of them. */
export function casesOf(reports: Report[]): [Report, ...Report[]][] {
  const cases = new Map<string, [Report, ...Report[]]>();
  for (const report of reports) {
    const { targetType, targetId, resolvedAt } = report;
    const key = [targetType, targetId, resolvedAt?.seconds, resolvedAt?.nanos].join();
    const found = cases.get(key);
    if (found) found.push(report);
    else cases.set(key, [report]);
  }
  return [...cases.values()];
}

/** The reports of a case, with what the case says once for all of them. */
export const reportsOf = ({ reports, target, authorHistory, openReports }: ReportCase): Report[] =>
  reports.map((report) => ({ ...report, target, authorHistory, openReports }));
