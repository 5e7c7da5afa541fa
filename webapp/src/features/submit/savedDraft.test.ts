import { describe, expect, it } from "vitest";
import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { Category, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { type Draft, emptyDraft } from "./draft";
import { parseKept, placeOf, uploadsOf, without } from "./savedDraft";

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
const parse = (kept: unknown) => parseKept(JSON.stringify(kept));

describe("parseKept", () => {
  it("gives back what was kept", () => {
    const kept = { draft, mode: SubmitMode.COMPLETE, base: "{}", at: now() };
    expect(parse(kept)).toEqual(kept);
  });

  it("reads what an older and a newer release kept", () => {
    const { tags: _, ...older } = draft;
    const newer = { ...older, colour: "violet", title: 7, lookingFor: [1, "feedback", null], problem: null };
    expect(parse({ draft: newer, at: now() })).toEqual({
      draft: { ...draft, title: "", lookingFor: [1] },
      mode: SubmitMode.QUICK,
      base: "",
      at: expect.any(Number),
    });
  });

  it.each([
    ["nothing", null],
    ["no form", { at: now() }],
    ["a form of another kind", { draft: "text", at: now() }],
    ["one without a time", { draft }],
    ["one of last season", { draft, at: now() - 31 * 24 * 60 * 60 * 1000 }],
  ])("throws %s away", (_name, kept) => {
    expect(parse(kept)).toBeUndefined();
  });

  it("survives text that is not its own", () => {
    expect(parseKept("{")).toBeUndefined();
    expect(parseKept(null)).toBeUndefined();
  });
});

it("accounts and projects have places of their own", () => {
  const places = [placeOf("anna", undefined), placeOf("anna", "p1"), placeOf("ben", undefined), placeOf("ben", "p1")];
  expect(new Set(places).size).toBe(4);
});

it("uploads that are gone are taken out, and nothing else", () => {
  expect(uploadsOf(draft)).toEqual(["/uploads/a/1x1.png", "/uploads/b/1x1.png"]);
  expect(without(draft, new Set(["/uploads/a/1x1.png", "/uploads/b/1x1.png"]))).toEqual({
    ...draft,
    logo: "",
    screenshots: ["https://else.example/1.png"],
  });
});
