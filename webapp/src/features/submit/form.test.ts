import { readFileSync } from "node:fs";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import { describe, expect, test, vi } from "vitest";
import { ProjectInputSchema, SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { Category, Monetization, ProjectSchema, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { fetchRules } from "../../lib/form/rules";
import { type Draft, draftOf, emptyDraft, firstMode, toInput } from "./draft";
import { allFields, byField, isFilled, isRequired, steps } from "./fields";
import { metricRows, metricsError, parseRows, toMetrics } from "./metrics";
import { limitsOf, validateDraft } from "./rules";
import { taglineFrom } from "./tagline";

vi.stubGlobal("fetch", async () => new Response(readFileSync("src/gen/rules.binpb")));
const rules = await fetchRules();
vi.unstubAllGlobals();

const good: Draft = {
  ...emptyDraft,
  title: "Two-Drum",
  tagline: "Any photo into a print-ready separation",
  primaryCategory: Category.PHOTO_VIDEO,
  vibeTools: [VibeTool.CURSOR],
  logo: "/uploads/01999999-0000-7000-8000-000000000000/512x512.png",
};
const long = "Scan the negative, pick two drums and get plates a studio will accept.";

describe("validateDraft", () => {
  test("an empty quick form reports all required fields", () => {
    expect(validateDraft(rules, emptyDraft, SubmitMode.QUICK)).toEqual({
      // spec: form.title.min, const2.title
      title: "Title must be at least 3 characters",
      // spec: form.tagline.min, const2.tagline
      tagline: "Tagline must be at least 10 characters",
      // spec: form.category
      primaryCategory: "Please select a category",
      // spec: form.tools
      vibeTools: "Select at least one vibe tool",
      // spec: form.logo
      logo: "Logo is required",
    });
  });

  test("the fields marked as required are those that the rules require", () => {
    const nothing = { ...emptyDraft, stage: Stage.UNSPECIFIED };
    const missed = Object.keys(validateDraft(rules, nothing, SubmitMode.COMPLETE));
    expect(missed.sort()).toEqual(allFields.filter(isRequired).sort());
  });

  // spec: form.demo.empty
  test("a valid quick form has no errors, also with a custom tool only", () => {
    expect(validateDraft(rules, good, SubmitMode.QUICK)).toEqual({});
    expect(validateDraft(rules, { ...good, vibeTools: [], customTools: ["Lovable"] }, SubmitMode.QUICK)).toEqual({});
  });

  test("the complete form requires a description", () => {
    // spec: form.description.min, const2.description
    const sentence = { description: "Description must be at least 50 characters" };
    expect(validateDraft(rules, good, SubmitMode.COMPLETE)).toEqual(sentence);
    expect(validateDraft(rules, { ...good, description: long }, SubmitMode.COMPLETE)).toEqual({});
  });

  test("a title is enough for a draft, whose other fields may be unfinished", () => {
    const bare = { ...emptyDraft, title: "Two-Drum", isPublic: false };
    for (const mode of [SubmitMode.QUICK, SubmitMode.COMPLETE] as const) {
      expect(validateDraft(rules, bare, mode)).toEqual({});
      expect(validateDraft(rules, { ...bare, tagline: "Soon", description: "To do." }, mode)).toEqual({});
      expect(validateDraft(rules, { ...bare, title: " ", repo: "x y" }, mode)).toEqual({
        title: "Title must be at least 3 characters",
        repo: "Please enter a valid URL",
      });
    }
  });

  test("each field of the complete form reports its own error", () => {
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
      metrics: [{ name: "users", value: "" }],
    };
    const url = "Please enter a valid URL";
    expect(validateDraft(rules, draft, SubmitMode.COMPLETE)).toEqual({
      // spec: form.title.max, const2.title
      title: "Title must be 80 characters or less",
      // spec: form.tagline.max, const2.tagline
      tagline: "Tagline must be 140 characters or less",
      // spec: form.demo
      demo: url,
      // spec: form.description.max, const2.description
      description: "Description must be 3000 characters or less",
      // spec: form.secondary.max, const2.secondary
      secondaryCategories: "Select up to 2 secondary categories",
      // spec: form.tags.max, const2.tags
      tags: "Maximum 10 tags allowed",
      // spec: form.urls
      repo: url,
      docs: url,
      website: url,
      twitter: url,
      discord: url,
      // spec: form.problem, const2.problem
      problem: "Problem must be 500 characters or less",
      // spec: form.solution, const2.problem
      solution: "Solution must be 500 characters or less",
      metrics: "Enter a name and a value for each metric",
    });
  });

  test("metrics of the wrong type report the message of the rule", () => {
    const errors = validateDraft(rules, { ...good, metrics: [{ name: "users", value: "many" }] }, SubmitMode.QUICK);
    expect(errors).toEqual({ metrics: "Users must be a number of at least 0" });
  });
});

describe("metrics", () => {
  const row = (name: string, value: string) => ({ name, value });
  test("users and revenue are numbers; other names are custom metrics, as numbers or text", () => {
    const rows = [row(" users ", "5"), row("plates", "12"), row("press", "Wired"), row("", " ")];
    expect(toMetrics(rows)).toEqual({ users: 5, custom: { plates: 12, press: "Wired" } });
    expect(toMetrics([row("", "")])).toEqual({});
  });
  test("the rows of a project's metrics become the same metrics", () => {
    const metrics = { users: 0, revenue: -1.5, custom: { users: "counted twice", year: "2024", plates: 3 } };
    const project = create(ProjectSchema, { impact: { metrics } });
    expect(toMetrics(metricRows(project.impact?.metrics))).toEqual(metrics);
    expect(metricRows(undefined)).toEqual([]);
  });
  test("JSON objects become rows", () => {
    const rows = [row("users", "5"), row("plates", "12"), row("press", "Wired")];
    expect(parseRows('{"users": 5, "plates": 12, "custom": {"press": "Wired"}}')).toEqual(rows);
  });
  test.each(["[1]", "3", "null", "users", ""])("%j is not a JSON object", (text) => {
    expect(parseRows(text)).toBeUndefined();
  });
  test("incomplete and repeated rows are errors", () => {
    expect(metricsError([row("users", "1"), row("", ""), row("plates", "3")])).toBeUndefined();
    // spec: form.metrics
    for (const incomplete of [row("", "3"), row("plates", " ")]) {
      expect(metricsError([incomplete])).toBe("Enter a name and a value for each metric");
    }
    expect(metricsError([row("plates", "3"), row("plates ", "4")])).toBe("Each metric needs a different name");
  });
});

test("publishing a draft without other changes sends the same values", () => {
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
  // Serialized and parsed, as the server reads it.
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
    isPublic: true, // Publish publishes
    launchDate: "2026-11-18",
    links: { demo: "https://two-drum.example", repo: "", docs: "https://docs.two-drum.example" },
    media: { screenshots: { values: ["https://a.example/1.png"] } },
    impact: { problem: "Paper", solution: "", metrics: { users: 0, custom: { users: "counted twice", plates: 3 } } },
    submitMode: SubmitMode.COMPLETE,
  });
  expect(sent.impact?.metrics?.revenue).toBeUndefined();
});

test("a hidden project keeps the visibility that its owner had chosen", () => {
  expect(draftOf(create(ProjectSchema, { isHidden: true })).isPublic).toBe(false);
  expect(draftOf(create(ProjectSchema, { isHidden: true, publishedAt: timestampNow() })).isPublic).toBe(true);
});

test("removing the last custom tool removes OTHER", () => {
  const project = create(ProjectSchema, { vibeTools: [VibeTool.REACT, VibeTool.OTHER], customTools: ["Lovable"] });
  const draft = { ...draftOf(project), customTools: [] };
  expect(toInput(draft, SubmitMode.QUICK).vibeTools?.values).toEqual([VibeTool.REACT]);
});

test("the complete form is the default for a project with a description, a cover or screenshots", () => {
  expect(firstMode(undefined)).toBe(SubmitMode.QUICK);
  expect(firstMode(create(ProjectSchema, { title: "Bare" }))).toBe(SubmitMode.QUICK);
  expect(firstMode(create(ProjectSchema, { description: "x" }))).toBe(SubmitMode.COMPLETE);
  expect(firstMode(create(ProjectSchema, { description: "x", descriptionGenerated: true }))).toBe(SubmitMode.QUICK);
  // spec: submit.complete.auto
  expect(firstMode(create(ProjectSchema, { coverImage: "/x.png" }))).toBe(SubmitMode.COMPLETE);
  expect(firstMode(create(ProjectSchema, { media: { screenshots: ["/x.png"] } }))).toBe(SubmitMode.COMPLETE);
});

test("byField assigns paths to fields", () => {
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

// spec: submit.default.stage, submit.default.monetization, submit.public, const2.defaults
test("a new project is a free MVP that will be public", () => {
  expect(emptyDraft).toMatchObject({ stage: Stage.MVP, monetization: Monetization.FREE, isPublic: true });
});

test("the form has the fields of each mode", () => {
  const [quick, build, ...more] = steps.map(({ fields }) => fields.join(" "));
  // spec: submit.quick.fields
  expect(quick).toBe("title tagline primaryCategory stage vibeTools logo demo");
  expect(build).toBe("code hours cost lesson");
  // spec: submit.complete.fields
  expect(more).toEqual([
    "description secondaryCategories tags lookingFor monetization launchDate",
    "coverImage screenshots videos",
    "repo docs website twitter discord",
    "problem solution metrics",
  ]);
});

test("isFilled is true for defaults and false for empty lists", () => {
  expect(allFields.filter((field) => isFilled(emptyDraft, field))).toEqual(["stage", "monetization"]);
  expect(isFilled({ ...emptyDraft, customTools: ["Lovable"] }, "vibeTools")).toBe(true);
});

describe("taglineFrom", () => {
  const suggest = (description: string) => taglineFrom(description, limitsOf(rules).tagline?.max ?? 0);
  // spec: form.tagline.filled
  test("returns the first sentence", () => {
    expect(suggest("Version 2.0 is here! It prints.\nMore below.")).toBe("Version 2.0 is here!");
    expect(suggest("  A diary\nfor coastal walkers.  Salt proof.")).toBe("A diary for coastal walkers.");
  });
  test("removes Markdown", () => {
    const text = "# Kiln\n\n> The **log** of a _small_ [kiln](https://kiln.example.com), `2 * 3` times.\n\n- and more";
    expect(suggest(text)).toBe("The log of a _small_ kiln, 2 * 3 times.");
    expect(suggest("snake_case and 2 * 3 * 4 stay. As typed.")).toBe("snake_case and 2 * 3 * 4 stay.");
  });
  // spec: form.tagline.filled
  test("truncates to 140 characters", () => {
    expect(Array.from(suggest("🌊".repeat(200)))).toHaveLength(140);
    expect(suggest("no end to it ever ".repeat(20)).length).toBeLessThanOrEqual(140);
  });
});
