import { CheckResult, type ProjectChecks } from "../../gen/uvboard/v1/alive_pb";
import { count } from "../../lib/text/text";

type Checks = Pick<ProjectChecks, "isEnabled" | "failedDays"> & { days: { result: CheckResult }[] };

/** The result of the checks in a sentence. `known` says that the last check has a result. */
export function answerLine({ isEnabled, days, failedDays }: Checks, known: boolean): string {
  if (!isEnabled) return "Checks are switched off.";
  const answered = days.filter(({ result }) => result === CheckResult.ANSWERED).length;
  const total = answered + days.filter(({ result }) => result === CheckResult.FAILED).length;
  if (days.length === 0) return "Not checked yet.";
  if (!known || total === 0) return "Cannot be checked.";
  const share = `Answers: ${Math.floor((answered / total) * 100)} % of ${count(total)} ${total === 1 ? "day" : "days"}`;
  return failedDays > 0 ? `${share}, not on the last ${failedDays === 1 ? "day" : `${failedDays} days`}` : share;
}
