import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ProjectSchema } from "../../gen/uvboard/v1/project_pb";
import { SessionUserSchema } from "../../gen/uvboard/v1/user_pb";
import { commandsFor } from "./commands";
import { groupsOf } from "./options";

const anna = create(SessionUserSchema, { id: "1", username: "anna" });
const salt = create(ProjectSchema, { id: "p1", title: "Salt Diary", tagline: "For walkers", isPublic: true });
const fog = create(ProjectSchema, { id: "p2", title: "Fogged", isPublic: false });
const nothing = { recent: [], own: [], found: [], failed: false };
const shape = (known: Parameters<typeof groupsOf>[0]) =>
  groupsOf(known).map(({ name, options }) => [name, ...options.map(({ label }) => label)]);

describe("groupsOf", () => {
  it("begins with what was chosen before, and offers nothing twice", () => {
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

  it("finds commands, own projects and the server's, and ends with the whole search", () => {
    const found = [salt, create(ProjectSchema, { id: "p3", title: "Old salt" })];
    expect(shape({ ...nothing, typed: "salt", commands: commandsFor(anna, "dark"), own: [salt, fog], found })).toEqual([
      ["Your projects", "Salt Diary"],
      ["Projects", "Old salt"],
      ["Search", "Search projects for “salt”"],
    ]);
  });

  it("finds a command by its other words", () => {
    expect(shape({ ...nothing, typed: "forum", commands: commandsFor(undefined, "light") })[0]).toEqual([
      "Commands",
      "Discuss",
    ]);
  });

  it("puts commands that are only a guess after projects that have the words", () => {
    const found = [create(ProjectSchema, { id: "p3", title: "Stags" })];
    expect(shape({ ...nothing, typed: "stg", commands: commandsFor(anna, "dark"), found })).toEqual([
      ["Projects", "Stags"],
      ["Commands", "Settings", "Switch to light theme"],
      ["Search", "Search projects for “stg”"],
    ]);
  });

  it("offers a failed search again", () => {
    expect(shape({ ...nothing, typed: "qqq", commands: [], failed: true })).toEqual([
      ["Search", "The search did not answer. Try again", "Search projects for “qqq”"],
    ]);
  });

  it("offers guests no page that they cannot open", () => {
    const labels = commandsFor(undefined, "dark").map(({ label }) => label);
    expect(labels).toContain("Login");
    for (const hidden of ["Settings", "View Profile", "Log out"]) expect(labels).not.toContain(hidden);
  });
});
