import { expect, test } from "vitest";
import { cut } from "./cut";

const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}";

test.each([
  ["short", 5, "short"],
  ["longer", 5, "longe"],
  [`ab${family}`, 9, `ab${family}`],
  [`ab${family}c`, 8, "ab"],
  ["cafe\u0301s", 4, "caf"],
  ["हिन्दी", 3, "हि"],
  [`a${"\u0301".repeat(9)}`, 4, "a\u0301\u0301\u0301"],
])("%s is cut to %d characters", (text, most, want) => {
  expect(cut(text, most)).toBe(want);
});
