import { describe, expect, it } from "vitest";
import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { Category, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { type Draft, emptyDraft } from "./draft";
import { parseSavedDraft, storageKey, uploadUrls, withoutUploads } from "./savedDraft";

const draft: Draft = {
  ...emptyDraft,
  title: "Two-Drum",
  stage: Stage.BETA,
  primaryCategory: Category.GAMES,
  vibeTools: [VibeTool.CURSOR],
  logo: "/uploads/a/1x1.png",
  screenshots: ["/uploads/b/1x1.png", "https://else.example/1.png"],
  isPublic: false,
};
const now = () => Date.now();
const parse = (saved: unknown) => parseSavedDraft(JSON.stringify(saved));

describe("parseSavedDraft", () => {
  it("returns what was saved", () => {
    const saved = { draft, mode: SubmitMode.COMPLETE, base: "{}", at: now() };
    expect(parse(saved)).toEqual(saved);
  });

  it("reads drafts of older and newer releases", () => {
    const { tags: _, ...older } = draft;
    const newer = { ...older, color: "violet", title: 7, lookingFor: [1, "feedback", null], problem: null };
    expect(parse({ draft: newer, at: now() })).toEqual({
      draft: { ...draft, title: "", lookingFor: [1] },
      mode: SubmitMode.QUICK,
      base: "",
      at: expect.any(Number),
    });
  });

  it("turns the metrics of older releases, which are JSON text, into rows", () => {
    const parseMetrics = (metrics: unknown) => parse({ draft: { ...draft, metrics }, at: now() })?.draft.metrics;
    expect(parseMetrics('{"users": 5}')).toEqual([{ name: "users", value: "5" }]);
    expect(parseMetrics("{users: many")).toEqual([{ name: "{users: many", value: "" }]);
    expect(parseMetrics("")).toEqual([]);
    expect(parseMetrics([{ name: "users", value: "5" }, { name: "users" }, 3])).toEqual([
      { name: "users", value: "5" },
    ]);
  });

  it.each([
    ["null", null],
    ["an object without a draft", { at: now() }],
    ["a draft of another type", { draft: "text", at: now() }],
    ["a draft without a time", { draft }],
    ["an expired draft", { draft, at: now() - 31 * 24 * 60 * 60 * 1000 }],
  ])("rejects %s", (_name, saved) => {
    expect(parse(saved)).toBeUndefined();
  });

  it("rejects a missing value and invalid JSON", () => {
    expect(parseSavedDraft("{")).toBeUndefined();
    expect(parseSavedDraft(null)).toBeUndefined();
  });
});

it("storageKey differs by account and project", () => {
  const keys = [
    storageKey("ada", undefined),
    storageKey("ada", "p1"),
    storageKey("ben", undefined),
    storageKey("ben", "p1"),
  ];
  expect(new Set(keys).size).toBe(4);
});

it("withoutUploads removes the given uploads only", () => {
  expect(uploadUrls(draft)).toEqual(["/uploads/a/1x1.png", "/uploads/b/1x1.png"]);
  expect(withoutUploads(draft, new Set(["/uploads/a/1x1.png", "/uploads/b/1x1.png"]))).toEqual({
    ...draft,
    logo: "",
    screenshots: ["https://else.example/1.png"],
  });
});
