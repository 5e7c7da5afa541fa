import { describe, expect, it } from "vitest";
import { count, handle, initial, plural, score } from "./text";

describe("numbers", () => {
  it("group their thousands", () => expect(count(1284)).toBe("1,284"));
  it("have a true minus", () => {
    expect(score(-1200)).toBe("−1,200");
    expect(score(0)).toBe("0");
  });
  it("take the plural that fits", () => {
    expect(plural(1, "project")).toBe("1 project");
    expect(plural(0, "project")).toBe("0 projects");
    expect(plural(2, "reply", "replies")).toBe("2 replies");
  });
});

describe("handle", () => {
  it.each([
    [{ viberTag: "@kiln", username: "kilnfire" }, "@kiln"],
    [{ viberTag: "kiln", username: "kilnfire" }, "@kiln"],
    [{ viberTag: "", username: "kilnfire" }, "@kilnfire"],
    [{ viberTag: "", username: "" }, "@unknown"],
    [{ viberTag: "", username: "", displayName: "Deleted member" }, "Deleted member"],
    [{ viberTag: "@kiln", username: "kilnfire", displayName: "Kiln" }, "@kiln"],
    [undefined, "@unknown"],
  ])("of %o is %s", (person, expected) => expect(handle(person)).toBe(expected));
});

describe("initial", () => {
  it("prefers the display name", () => expect(initial({ displayName: "zoë", username: "kiln" })).toBe("Z"));
  it("falls back to the username", () => expect(initial({ displayName: "", username: "kiln" })).toBe("K"));
  it("passes over what cannot be seen", () => expect(initial({ displayName: "\u202Eada" })).toBe("A"));
  it("does not cut a character in two", () => expect(initial({ displayName: "🦊 fox" })).toBe("🦊"));
});
