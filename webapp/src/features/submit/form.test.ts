import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { ProjectInputSchema, SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { Category, Monetization, ProjectSchema, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { type Draft, draftOf, emptyDraft, firstMode, toInput } from "./draft";
import { allFields, byField, isFilled, isRequired } from "./fields";
import { metricsText, parseMetrics } from "./metrics";
import { brokenRules } from "./rules";
import { taglineFrom } from "./tagline";

const good: Draft = {
  ...emptyDraft,
  title: "Two-Drum",
  tagline: "Any photo into a print-ready separation",
  primaryCategory: Category.PHOTO_VIDEO,
  vibeTools: [VibeTool.CURSOR],
  logo: "/uploads/01999999-0000-7000-8000-000000000000/512x512.png",
};
const long = "Scan the negative, pick two drums and get plates a studio will accept.";

describe("brokenRules", () => {
  test("an empty short form asks for everything the spec asks for, in its words", () => {
    expect(brokenRules(emptyDraft, SubmitMode.QUICK, undefined)).toEqual({
      title: "Title must be at least 3 characters",
      tagline: "Tagline must be at least 10 characters",
      primaryCategory: "Please select a category",
      vibeTools: "Select at least one vibe tool",
      logo: "Logo is required",
    });
  });

  test("what the form marks as required is what it is refused without", () => {
    const nothing = { ...emptyDraft, stage: Stage.UNSPECIFIED };
    const missed = Object.keys(brokenRules(nothing, SubmitMode.COMPLETE, undefined));
    expect(missed.sort()).toEqual(allFields.filter(isRequired).sort());
  });

  test("a good short form is accepted, and so is one with a custom tool alone", () => {
    expect(brokenRules(good, SubmitMode.QUICK, undefined)).toEqual({});
    expect(brokenRules({ ...good, vibeTools: [], customTools: ["Lovable"] }, SubmitMode.QUICK, undefined)).toEqual({});
  });

  test("the long form asks for a description, also when editing", () => {
    const sentence = { description: "Description must be at least 50 characters" };
    expect(brokenRules(good, SubmitMode.COMPLETE, undefined)).toEqual(sentence);
    expect(brokenRules(good, SubmitMode.COMPLETE, "some-id")).toEqual(sentence);
    expect(brokenRules({ ...good, description: long }, SubmitMode.COMPLETE, "some-id")).toEqual({});
  });

  test("every field of the long form can be at fault, under its own name", () => {
    const draft: Draft = {
      ...good,
      title: "x".repeat(81),
      tagline: "x".repeat(141),
      demo: "midnight example",
      description: "x".repeat(3001),
      secondaryCategories: [Category.GAMES, Category.NEWS, Category.OTHER],
      tags: Array.from({ length: 11 }, (_, i) => `tag${i}`),
      repo: "ftp://x.example",
      docs: "javascript:alert(1)",
      website: "x",
      twitter: "@me",
      discord: "discord/x",
      problem: "x".repeat(501),
      solution: "x".repeat(501),
      metrics: "{users: 1}",
    };
    const url = "Please enter a valid URL";
    expect(brokenRules(draft, SubmitMode.COMPLETE, undefined)).toEqual({
      title: "Title must be 80 characters or less",
      tagline: "Tagline must be 140 characters or less",
      demo: url,
      description: "Description must be 3000 characters or less",
      secondaryCategories: "Select up to 2 secondary categories",
      tags: "Maximum 10 tags allowed",
      repo: url,
      docs: url,
      website: url,
      twitter: url,
      discord: url,
      problem: "Problem must be 500 characters or less",
      solution: "Solution must be 500 characters or less",
      metrics: "Metrics must be valid JSON",
    });
  });

  test("metrics of the wrong kind are refused in the rule's words", () => {
    const errors = brokenRules({ ...good, metrics: '{"users": "many"}' }, SubmitMode.QUICK, undefined);
    expect(errors).toEqual({ metrics: "Users must be a number of at least 0" });
  });
});

describe("parseMetrics", () => {
  test.each(["[1]", "3", "null", '"text"', '{"custom": 3}'])("%s is no object of metrics", (text) => {
    expect(parseMetrics(text).error).toMatch(/JSON object/);
  });
  test("names beside users and revenue are custom ones", () => {
    expect(parseMetrics('{"users": 5, "plates": 12, "custom": {"press": "Wired"}}').metrics).toEqual({
      users: 5,
      revenue: undefined,
      custom: { plates: 12, press: "Wired" },
    });
  });
  test("empty text is no metrics, which clears", () => {
    expect(parseMetrics("  \n").metrics).toEqual({});
    expect(metricsText(undefined)).toBe("");
  });
});

test("what is edited and saved unchanged is sent as it was", () => {
  const project = create(ProjectSchema, {
    title: "Two-Drum",
    tagline: "Any photo into a print-ready separation",
    description: long,
    logo: good.logo,
    stage: Stage.ARCHIVED,
    primaryCategory: Category.PHOTO_VIDEO,
    secondaryCategories: [Category.GAMES],
    vibeTools: [VibeTool.VUE, VibeTool.OTHER],
    customTools: ["Lovable"],
    monetization: Monetization.ADS,
    tags: ["riso"],
    isPublic: false,
    launchDate: "2026-11-18",
    links: { demo: "https://two-drum.example", docs: "https://docs.two-drum.example" },
    media: { screenshots: ["https://a.example/1.png"], videos: ["https://youtu.be/dQw4w9WgXcQ"] },
    impact: { problem: "Paper", metrics: { users: 0, custom: { users: "counted twice", plates: 3 } } },
  });
  // Through the wire, as the server will read it.
  const sent = fromBinary(
    ProjectInputSchema,
    toBinary(ProjectInputSchema, create(ProjectInputSchema, toInput(draftOf(project), SubmitMode.COMPLETE))),
  );
  expect(sent).toMatchObject({
    title: "Two-Drum",
    stage: Stage.ARCHIVED,
    vibeTools: { values: [VibeTool.VUE, VibeTool.OTHER] },
    customTools: { values: ["Lovable"] },
    secondaryCategories: { values: [Category.GAMES] },
    monetization: Monetization.ADS,
    isPublic: false,
    launchDate: "2026-11-18",
    links: { demo: "https://two-drum.example", repo: "", docs: "https://docs.two-drum.example" },
    media: { screenshots: { values: ["https://a.example/1.png"] } },
    impact: { problem: "Paper", solution: "", metrics: { users: 0, custom: { users: "counted twice", plates: 3 } } },
    submitMode: SubmitMode.COMPLETE,
  });
  expect(sent.impact?.metrics?.revenue).toBeUndefined();
});

test("removing the last custom tool takes `other` away with it", () => {
  const project = create(ProjectSchema, { vibeTools: [VibeTool.REACT, VibeTool.OTHER], customTools: ["Lovable"] });
  const draft = { ...draftOf(project), customTools: [] };
  expect(toInput(draft, SubmitMode.QUICK).vibeTools?.values).toEqual([VibeTool.REACT]);
});

test("the long form comes first for a project that has a description, a cover or screenshots", () => {
  expect(firstMode(undefined)).toBe(SubmitMode.QUICK);
  expect(firstMode(create(ProjectSchema, { title: "Bare" }))).toBe(SubmitMode.QUICK);
  expect(firstMode(create(ProjectSchema, { description: "x" }))).toBe(SubmitMode.COMPLETE);
  expect(firstMode(create(ProjectSchema, { description: "x", descriptionGenerated: true }))).toBe(SubmitMode.QUICK);
  expect(firstMode(create(ProjectSchema, { coverImage: "/x.png" }))).toBe(SubmitMode.COMPLETE);
  expect(firstMode(create(ProjectSchema, { media: { screenshots: ["/x.png"] } }))).toBe(SubmitMode.COMPLETE);
});

test("the server's paths land on the form's fields", () => {
  expect(
    byField({
      "links.demo": "a",
      "media.screenshots[2]": "b",
      media: "c",
      customTools: "d",
      "impact.metrics.custom": "e",
      unheardOf: "f",
    }),
  ).toEqual({ demo: "a", screenshots: "b", vibeTools: "d", metrics: "e" });
});

test("defaults count as filled, empty lists do not", () => {
  expect(allFields.filter((field) => isFilled(emptyDraft, field))).toEqual(["stage", "monetization"]);
  expect(isFilled({ ...emptyDraft, customTools: ["Lovable"] }, "vibeTools")).toBe(true);
});

describe("taglineFrom", () => {
  test("takes the first sentence", () => {
    expect(taglineFrom("Version 2.0 is here! It prints.\nMore below.")).toBe("Version 2.0 is here!");
    expect(taglineFrom("  A diary\nfor coastal walkers.  Salt proof.")).toBe("A diary for coastal walkers.");
  });
  test("without its Markdown", () => {
    const text = "# Kiln\n\n> The **log** of a _small_ [kiln](https://kiln.example.com), `2 * 3` times.\n\n- and more";
    expect(taglineFrom(text)).toBe("The log of a _small_ kiln, 2 * 3 times.");
    expect(taglineFrom("snake_case and 2 * 3 * 4 stay. As typed.")).toBe("snake_case and 2 * 3 * 4 stay.");
  });
  test("or the first 140 characters", () => {
    expect(Array.from(taglineFrom("🌊".repeat(200)))).toHaveLength(140);
    expect(taglineFrom("no end to it ever ".repeat(20)).length).toBeLessThanOrEqual(140);
  });
});
