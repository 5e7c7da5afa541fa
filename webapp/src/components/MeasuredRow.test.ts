import { expect, it } from "vitest";
import { measure } from "./MeasuredRow";

it.each([
  ["the leader", 412, 412, 100],
  ["half of it", 206, 412, 50],
  ["nothing for a negative score", -3, 412, 0],
  ["nothing where nobody leads", 0, 0, 0],
  ["never more than the leader", 500, 412, 100],
])("measures %s", (_name, value, leader, expected) => {
  expect(measure(value, leader)).toBeCloseTo(expected);
});
