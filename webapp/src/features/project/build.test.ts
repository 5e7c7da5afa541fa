import { expect, test } from "vitest";
import { BuildCode } from "../../gen/uvboard/v1/project_pb";
import { buildLine } from "./build";

test("how a project was built is one line, without what is not said", () => {
  expect(buildLine({ code: BuildCode.MOSTLY_AI, hours: 12, cost: 40 })).toBe("Mostly AI · 12 hours · $40");
  expect(buildLine({ hours: 1 })).toBe("1 hour");
  expect(buildLine({ code: BuildCode.AI, cost: 0 })).toBe("All AI · $0");
  expect(buildLine({ hours: 0, cost: 12_000 })).toBe("0 hours · $12,000");
  expect(buildLine({})).toBe("");
  expect(buildLine(undefined)).toBe("");
});
