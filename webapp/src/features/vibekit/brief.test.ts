import { create } from "@bufbuild/protobuf";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BriefSchema } from "../../gen/uvboard/v1/vibekit_pb";
import { features, shorten, toMarkdown, toProject } from "./brief";
import { fileName } from "./files";
import { readStored } from "./storedValues";

const brief = create(BriefSchema, {
  summary: "A log for kilns. It keeps the firing curve.",
  considerations: ["Which sensors?"],
  userStories: ["As a potter,\nI want the curve."],
  risks: ["Drift."],
  assumptions: ["Phones."],
  systemPrompt: "You build.",
  builderPrompt: "Build the list.",
});

test("a brief fills title, tagline and description within their limits", () => {
  expect(toProject(brief, "A log for kilns! With alarms.")).toEqual({
    title: "A log for kilns",
    tagline: "A log for kilns.",
    description: "A log for kilns. It keeps the firing curve.\n\n## User stories\n\n- As a potter, I want the curve.",
  });
  const long = toProject(
    create(BriefSchema, { summary: "word ".repeat(1000), userStories: ["x".repeat(600)] }),
    "idea ".repeat(200),
  );
  expect(long.title.length).toBeLessThanOrEqual(80);
  expect(long.title).toMatch(/idea…$/);
  expect(long.tagline.length).toBeLessThanOrEqual(140);
  expect(long.description.length).toBeLessThanOrEqual(3000);
});

test("a brief as Markdown has all its parts", () => {
  const text = toMarkdown(brief, "A log for kilns.");
  for (const part of [
    "# A log for kilns\n",
    "## Considerations\n\n- Which sensors?",
    "## System prompt\n\nYou build.",
    "Build the list.",
  ]) {
    expect(text).toContain(part);
  }
});

test("texts are shortened at a space", () => {
  expect(shorten("short", 10)).toBe("short");
  expect(shorten("one two three", 10)).toBe("one two…");
  expect(shorten("x".repeat(20), 10)).toBe(`${"x".repeat(9)}…`);
  expect(shorten("🔥".repeat(20), 10)).toBe(`${"🔥".repeat(9)}…`);
});

test("must-have features are split at commas", () => {
  expect(features(" curves, alarms ,, ")).toEqual(["curves", "alarms"]);
});

test("files have plain names", () => {
  expect(fileName('Kiln / log "é"')).toBe("kiln-log-e");
  expect(fileName("../..")).toBe("logo");
});

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null });
});
afterEach(() => vi.unstubAllGlobals());

test("stored values of another release or by another page fall back to the defaults", () => {
  const defaults = { idea: "", audience: "x" };
  expect(readStored("vibekit.imaginator", defaults)).toEqual(defaults);
  for (const [text, want] of [
    ['{"idea":"Kilns","other":1}', { idea: "Kilns", audience: "x" }],
    ['{"idea":5}', defaults],
    ["null", defaults],
    ["[", defaults],
  ] as const) {
    stored.set("vibekit.imaginator", text);
    expect(readStored("vibekit.imaginator", defaults)).toEqual(want);
  }
  stored.set("vibekit.imaginator", '{"idea":"Kilns"}');
  expect(readStored("vibekit.imaginator", defaults, () => false)).toEqual(defaults);
});
