import { describe, expect, it } from "vitest";
import { follow, keyName, keysTo, shortcutGroups, shownKeys } from "./shortcuts";

const press = (key: string, code = "", shiftKey = false) => keyName({ key, code, shiftKey });

describe("follow", () => {
  it("goes through the keys of a shortcut to what it does", () => {
    expect(follow("g")).toBe("more");
    expect(follow("g e")).toMatchObject({ to: "/search" });
    expect(follow("d")).toMatchObject({ act: "down" });
    expect(follow("g d")).toMatchObject({ to: "/forum" });
  });
  it("leaves alone what is somebody else's, and what is nothing", () => {
    for (const keys of ["Enter", "Escape", "F8", "Mod+k", "x", "g x", "J"]) expect(follow(keys)).toBeUndefined();
  });
});

it("no key means two things, nor is one the beginning of another", () => {
  const all = shortcutGroups.flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys));
  expect(new Set(all).size).toBe(all.length);
  for (const keys of all) expect(all.some((other) => other.startsWith(`${keys} `))).toBe(false);
});

it("a key is named by its letter, whatever the layout and the lock", () => {
  expect(press("j")).toBe("j");
  expect(press("J", "KeyJ")).toBe("j");
  expect(press("J", "KeyJ", true)).toBe("J");
  expect(press("о", "KeyJ")).toBe("j");
  expect(press("?", "Slash", true)).toBe("?");
});

it("keys are shown as they stand on the keyboard", () => {
  expect(shownKeys("g h")).toEqual([["G"], ["H"]]);
  expect(shownKeys("Escape")).toEqual([["Esc"]]);
  expect(keysTo("/")).toBe("g h");
  expect(keysTo("/terms")).toBeUndefined();
});
