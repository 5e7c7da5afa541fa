import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { AnswerStatsSchema } from "../../gen/uvboard/v1/feedback_pb";
import { promiseInNumbers } from "./promise";

const numbers = { days: 30, shown: 40, answeredWithin48h: 36, medianHours: 5.5, unanswered: 1 };

it.each([
  [
    "is kept for most",
    {},
    "Of 40 projects shown in the last 30 days, 36 got an answer within 48 hours. Half of the first answers came within 5.5 hours. 1 still has none after 48 hours.",
  ],
  [
    "is kept for all",
    { shown: 1, answeredWithin48h: 1, medianHours: 0.1, unanswered: 0 },
    "Of 1 project shown in the last 30 days, 1 got an answer within 48 hours. Half of the first answers came within 6 minutes.",
  ],
  [
    "is kept late",
    { answeredWithin48h: 0, medianHours: 72, unanswered: 12 },
    "Of 40 projects shown in the last 30 days, none got an answer within 48 hours. Half of the first answers came within 3 days. 12 still have none after 48 hours.",
  ],
  [
    "is not kept",
    { shown: 3, answeredWithin48h: 0, medianHours: undefined, unanswered: 3 },
    "Of 3 projects shown in the last 30 days, none got an answer within 48 hours. 3 still have none after 48 hours.",
  ],
  ["has not begun", { shown: 0, medianHours: undefined }, "No project was first shown in the last 30 days."],
])("a promise that %s", (_how, change, said) => {
  expect(promiseInNumbers(create(AnswerStatsSchema, { ...numbers, ...change }))).toBe(said);
});
