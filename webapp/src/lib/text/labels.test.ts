import { describe, expect, it, test } from "vitest";
import { Category, LookingFor, Monetization, ProjectSort, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { categoryLabels, lookingForLabels, monetizationLabels } from "./choices";
import { enumName, enumValue, stageLabels, toolLabels, toolLinks, toolPage } from "./labels";

describe("labels", () => {
  it.each([
    ["stage", Stage, stageLabels],
    ["category", Category, categoryLabels],
    ["monetization", Monetization, monetizationLabels],
    ["looking for", LookingFor, lookingForLabels],
    ["tool", VibeTool, toolLabels],
  ] as [string, Record<string, string | number>, Record<number, string>][])(
    "exist for every %s",
    (_name, names, labels) => {
      const values = Object.values(names).filter((value): value is number => typeof value === "number" && value !== 0);
      expect(values.filter((value) => !labels[value])).toEqual([]);
    },
  );
});

test("a card is labelled with its stage", () => {
  // spec: legacy.label
  expect([Stage.LAUNCHED, Stage.MVP, Stage.ARCHIVED].map((stage) => stageLabels[stage])).toEqual([
    "Launched",
    "MVP",
    "Archived",
  ]);
});

describe("enum names", () => {
  it("convert both ways", () => {
    expect(enumName(Category, Category.AI_AGENTS)).toBe("ai_agents");
    expect(enumValue(Category, "ai_agents")).toBe(Category.AI_AGENTS);
  });
  it.each(["AI_AGENTS", "unspecified", "toString", "3", "", "nothing"])("reject %s", (word) => {
    expect(enumValue(Category, word)).toBeUndefined();
  });
  it("are empty for unspecified", () => expect(enumName(ProjectSort, ProjectSort.UNSPECIFIED)).toBe(""));
});

describe("toolLinks", () => {
  it("lists custom tools last and leaves out Other beside them", () => {
    const tools = { vibeTools: [VibeTool.VERCEL_V0, VibeTool.OTHER], customTools: ["Claude Code", "CI/CD?"] };
    expect(toolLinks(tools)).toEqual([
      { name: "Vercel v0", to: "/tools/vercel-v0" },
      { name: "Claude Code", to: "/tools/claude-code" },
      { name: "CI/CD?", to: "/tools/ci-cd%3F" },
    ]);
  });
  it("returns Other if it is the only tool", () => {
    expect(toolLinks({ vibeTools: [VibeTool.OTHER], customTools: [] }).map(({ name }) => name)).toEqual(["Other"]);
  });
});

it("knows the listed tools that words name", () => {
  expect(["Claude", "NextJS", "dall-e", "Vercel V0"].map(toolPage)).toEqual([
    "/tools/claude",
    "/tools/nextjs",
    "/tools/dall-e",
    "/tools/vercel-v0",
  ]);
  expect(["go", "other", "", "陶"].map(toolPage)).toEqual([undefined, undefined, undefined, undefined]);
});
