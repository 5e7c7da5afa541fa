import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { AuthorSchema } from "../../gen/uvboard/v1/common_pb";
import { ProjectSchema } from "../../gen/uvboard/v1/project_pb";
import { SessionUserSchema } from "../../gen/uvboard/v1/user_pb";
import { commandsFor } from "./commands";
import { groupsOf } from "./options";

const anna = create(SessionUserSchema, { id: "1", username: "anna" });
const salt = create(ProjectSchema, { id: "p1", title: "Salt Diary", tagline: "For walkers", isPublic: true });
const fog = create(ProjectSchema, { id: "p2", title: "Fogged", isPublic: false });
const noResults = { projects: [], threads: [], stories: [], people: [] };
const nothing = { recent: [], own: [], found: noResults, failed: false };
const shape = (known: Parameters<typeof groupsOf>[0]) =>
  groupsOf(known).map(({ name, options }) => [name, ...options.map(({ label }) => label)]);

describe("groupsOf", () => {
  it("begins with recent options and offers each option once", () => {
    const groups = shape({
      ...nothing,
      typed: "",
      commands: commandsFor(anna, "dark"),
      recent: [{ id: "p1", title: "Salt Diary" }, { id: "to:/settings" }, { id: "to:/gone" }],
      own: [salt, fog],
    });
    expect(groups.slice(0, 2)).toEqual([
      ["Recent", "Salt Diary", "Settings"],
      ["Your projects", "Fogged"],
    ]);
    expect(groups[2]?.[0]).toBe("Commands");
    expect(groups[2]).not.toContain("Settings");
  });

  it("finds commands, own projects and what the server found, each once, and ends with the full search", () => {
    const found = {
      projects: [salt, create(ProjectSchema, { id: "p3", title: "Old salt" })],
      threads: [
        { id: "t1", title: "Which salt?" },
        { id: "t1", title: "Which salt?" },
      ],
      stories: [{ id: "s1", title: "A year of salt" }],
      people: [create(AuthorSchema, { id: "u1", username: "salty", viberTag: "@salty", displayName: "Sal" })],
    };
    expect(shape({ ...nothing, typed: "salt", commands: commandsFor(anna, "dark"), own: [salt, fog], found })).toEqual([
      ["Your projects", "Salt Diary"],
      ["Projects", "Old salt"],
      ["Threads", "Which salt?"],
      ["Stories", "A year of salt"],
      ["People", "@salty"],
      ["Search", "Search projects for “salt”"],
    ]);
  });

  it.each([
    ["theme li", ["Switch to light theme"]],
    ["sp", ["Submit Project"]],
    ["home", ["Home"]],
    ["settings home", []],
    // Two letters must be initials or stand together.
    ["ca", []],
    ["zz", []],
  ])("%j finds the commands %j", (typed, labels) => {
    const groups = shape({ ...nothing, typed, commands: commandsFor(anna, "dark") });
    expect(groups.filter(([name]) => name === "Commands")).toEqual(labels.length > 0 ? [["Commands", ...labels]] : []);
  });

  it("prefers the start of the label, then of a word, then other words", () => {
    const commands = commandsFor(undefined, "dark");
    expect(shape({ ...nothing, typed: "s", commands })[0]).toEqual([
      "Commands",
      "Submit Project",
      "Sign Up",
      "Switch to light theme",
      "Stories",
      "Keyboard shortcuts",
    ]);
    expect(shape({ ...nothing, typed: "rules", commands })[0]).toEqual(["Commands", "Guidelines", "Fair Votes"]);
  });

  it("finds a command by its other words", () => {
    expect(shape({ ...nothing, typed: "forum", commands: commandsFor(undefined, "light") })[0]).toEqual([
      "Commands",
      "Discuss",
    ]);
  });

  it("puts commands that only have the letters after projects that have the words", () => {
    const found = { ...noResults, projects: [create(ProjectSchema, { id: "p3", title: "Stags" })] };
    expect(shape({ ...nothing, typed: "stg", commands: commandsFor(anna, "dark"), found })).toEqual([
      ["Projects", "Stags"],
      ["Commands", "Settings", "Switch to light theme", "Use with your agent"],
      ["Search", "Search projects for “stg”"],
    ]);
  });

  it("offers to retry a failed search", () => {
    expect(shape({ ...nothing, typed: "qqq", commands: [], failed: true })).toEqual([
      ["Search", "The search did not answer. Try again", "Search projects for “qqq”"],
    ]);
  });

  it("offers guests only pages that they can open", () => {
    const labels = commandsFor(undefined, "dark").map(({ label }) => label);
    expect(labels).toContain("Log in");
    for (const hidden of ["Settings", "View Profile", "Log out"]) expect(labels).not.toContain(hidden);
  });
});
