import { expect, test } from "vitest";
import { toHandle, toWords } from "./input";

test.each([
  ["github", "https://github.com/kiln/", "kiln"],
  ["github", "github.com/kiln?tab=repositories", "kiln"],
  ["twitter", "https://twitter.com/kilnfire", "kilnfire"],
  ["twitter", "https://x.com/kilnfire/status/1", "kilnfire"],
  ["linkedin", "https://www.linkedin.com/in/kiln-fire/", "kiln-fire"],
  ["github", " @kiln ", "@kiln"],
] as const)("%s: %s is the handle %s", (site, typed, handle) => {
  expect(toHandle(site, typed)).toBe(handle);
});

test("a URL of another site is unchanged, so that the rules reject it", () => {
  expect(toHandle("github", "https://example.com/kiln")).toBe("https://example.com/kiln");
  expect(toHandle("linkedin", "https://linkedin.com/")).toBe("https://linkedin.com/");
});

test("words are split at commas, trimmed and deduplicated", () => {
  expect(toWords(" TypeScript,, Colour   maths ,typescript,Figma, ")).toEqual(["TypeScript", "Colour maths", "Figma"]);
  expect(toWords("")).toEqual([]);
});
