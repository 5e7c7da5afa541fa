import { expect, test } from "vitest";
import { CheckResult } from "../../gen/uvboard/v1/alive_pb";
import { answerLine } from "./checkLine";

const days = (letters: string) =>
  Array.from(letters).map((letter) => ({
    result:
      { a: CheckResult.ANSWERED, d: CheckResult.FAILED, u: CheckResult.UNKNOWN }[letter] ?? CheckResult.UNSPECIFIED,
  }));

test("the result of the checks is one sentence", () => {
  const line = (letters: string, failedDays = 0, known = true) =>
    answerLine({ isEnabled: true, days: days(letters), failedDays }, known);
  expect(line(`${"a".repeat(85)}${"d".repeat(5)}`, 5)).toBe("Answers: 94 % of 90 days, not on the last 5 days");
  expect(line("a-a")).toBe("Answers: 100 % of 2 days");
  expect(line("ad", 1)).toBe("Answers: 50 % of 2 days, not on the last day");
  expect(line("au", 0, false)).toBe("Cannot be checked.");
  expect(line("")).toBe("Not checked yet.");
  expect(answerLine({ isEnabled: false, days: days("a"), failedDays: 0 }, true)).toBe("Checks are switched off.");
});
