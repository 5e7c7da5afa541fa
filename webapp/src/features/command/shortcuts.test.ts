import { describe, expect, it } from "vitest";
import { follow, keyName, keysTo, shortcutGroups, shownKeys } from "./shortcuts";

const press = (key: string, code = "", shiftKey = false) => keyName({ key, code, shiftKey });

describe("follow", () => {
  it("returns the shortcut of the pressed keys", () => {
    expect(follow("g")).toBe("more");
    expect(follow("g e")).toMatchObject({ to: "/search" });
    expect(follow("d")).toMatchObject({ act: "down" });
    expect(follow("g d")).toMatchObject({ to: "/forum" });
  });
  it("ignores keys that other code handles, and unknown keys", () => {
    for (const keys of ["Enter", "Escape", "F8", "Mod+k", "x", "g x", "J"]) expect(follow(keys)).toBeUndefined();
  });
});

it("every shortcut has its own keys, and none is the start of another", () => {
  const all = shortcutGroups.flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys));
  expect(new Set(all).size).toBe(all.length);
  for (const keys of all) expect(all.some((other) => other.startsWith(`${keys} `))).toBe(false);
});

it("a key has the name of its Latin letter on every layout and with caps lock", () => {
  expect(press("j")).toBe("j");
  expect(press("J", "KeyJ")).toBe("j");
  expect(press("J", "KeyJ", true)).toBe("J");
  expect(press("о", "KeyJ")).toBe("j");
  expect(press("?", "Slash", true)).toBe("?");
});

it("keys are shown with the labels of a keyboard", () => {
  expect(shownKeys("g h")).toEqual([["G"], ["H"]]);
  expect(shownKeys("Escape")).toEqual([["Esc"]]);
  expect(keysTo("/")).toBe("g h");
  expect(keysTo("/terms")).toBeUndefined();
});
