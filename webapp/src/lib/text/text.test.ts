import { describe, expect, it } from "vitest";
import { count, handle, initial, plural, score } from "./text";

describe("numbers", () => {
  it("have thousands separators", () => expect(count(1284)).toBe("1,284"));
  it("have a typographic minus sign", () => {
    expect(score(-1200)).toBe("−1,200");
    expect(score(0)).toBe("0");
  });
  it("have singular and plural", () => {
    expect(plural(1, "project")).toBe("1 project");
    expect(plural(0, "project")).toBe("0 projects");
    expect(plural(2, "reply", "replies")).toBe("2 replies");
  });
});

describe("handle", () => {
  it.each([
    [{ viberTag: "@kiln", username: "kilnfire" }, "@kiln"],
    [{ viberTag: "kiln", username: "kilnfire" }, "@kiln"],
    // spec: viber.shown, layout.header.vibertag
    [{ viberTag: "", username: "kilnfire" }, "@kilnfire"],
    // spec: card.featured.author
    [{ viberTag: "", username: "" }, "@unknown"],
    [{ viberTag: "", username: "", displayName: "Deleted member" }, "Deleted member"],
    [{ viberTag: "@kiln", username: "kilnfire", displayName: "Kiln" }, "@kiln"],
    [undefined, "@unknown"],
  ])("of %o is %s", (person, expected) => expect(handle(person)).toBe(expected));
});

describe("initial", () => {
  // spec: layout.header.initial
  it("prefers the display name", () => expect(initial({ displayName: "zoë", username: "kiln" })).toBe("Z"));
  // spec: layout.header.initial
  it("falls back to the username", () => expect(initial({ displayName: "", username: "kiln" })).toBe("K"));
  it("skips invisible characters", () => expect(initial({ displayName: "\u202Eada" })).toBe("A"));
  it("does not split a surrogate pair", () => expect(initial({ displayName: "🦊 fox" })).toBe("🦊"));
});
