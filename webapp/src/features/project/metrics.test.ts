import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { ProjectMetricsSchema } from "../../gen/uvboard/v1/project_pb";
import { metricsOf } from "./metrics";

// spec: project.impact.numbers
test("numbers are grouped, revenue is in dollars, words stay words", () => {
  const metrics = create(ProjectMetricsSchema, {
    users: 2140,
    revenue: 860.5,
    custom: { "plates exported": 11902.456, press: "Wired", empty: "" },
  });
  expect(metricsOf(metrics)).toEqual([
    { name: "users", value: "2,140", words: false },
    { name: "revenue", value: "$860.50", words: false },
    { name: "plates exported", value: "11,902.46", words: false },
    { name: "press", value: "Wired", words: true },
  ]);
});

test("nothing said is not zero, and zero is said", () => {
  expect(metricsOf(undefined)).toEqual([]);
  expect(metricsOf(create(ProjectMetricsSchema, {}))).toEqual([]);
  expect(metricsOf(create(ProjectMetricsSchema, { users: 0, revenue: 860 }))).toEqual([
    { name: "users", value: "0", words: false },
    { name: "revenue", value: "$860", words: false },
  ]);
});
