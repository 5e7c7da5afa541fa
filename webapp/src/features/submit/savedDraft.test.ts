import { describe, expect, it } from "vitest";
import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { Category, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { parseSaved } from "../../lib/form/saved";
import { type Draft, emptyDraft } from "./draft";
import { toSavedDraft, uploadUrls, withoutUploads } from "./savedDraft";

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
const parse = (saved: object) => toSavedDraft(parseSaved(JSON.stringify(saved)));

describe("toSavedDraft", () => {
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

  it("rejects what has no draft", () => {
    expect(toSavedDraft(undefined)).toBeUndefined();
    expect(parse({ at: now() })).toBeUndefined();
    expect(parse({ draft: "text", at: now() })).toBeUndefined();
  });
});

it("withoutUploads removes the given uploads only", () => {
  expect(uploadUrls(draft)).toEqual(["/uploads/a/1x1.png", "/uploads/b/1x1.png"]);
  expect(withoutUploads(draft, new Set(["/uploads/a/1x1.png", "/uploads/b/1x1.png"]))).toEqual({
    ...draft,
    logo: "",
    screenshots: ["https://else.example/1.png"],
  });
});
