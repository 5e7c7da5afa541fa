import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Outlines } from "./outlines";

const file = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../theme/fonts/${name}.woff2`, import.meta.url)));
const outlines = new Outlines([file("archivo-core"), file("archivo-latin")]);

test("outlines have the weight and the width of the face", () => {
  const face = (weight: number, width: number) => outlines.draw("Il", { weight, width });
  const [narrow, wide, light] = [face(800, 62), face(800, 125), face(400, 125)];
  expect(wide.advance).toBeGreaterThan(narrow.advance * 1.5);
  // The stem of the capital I, in a bold and in a regular weight.
  const stem = (path: string) => {
    const [first = ""] = path.split("Z");
    const xs =
      first
        .match(/-?[\d.]+/g)
        ?.map(Number)
        .filter((_, i) => i % 2 === 0) ?? [];
    return Math.max(...xs) - Math.min(...xs);
  };
  expect(stem(wide.path)).toBeGreaterThan(stem(light.path) * 1.8);
  for (const { top, bottom, left, right, advance } of [narrow, wide, light]) {
    expect(top).toBeCloseTo(-686, -2);
    expect(bottom).toBeCloseTo(0, 0);
    expect(left).toBeGreaterThan(0);
    expect(right).toBeLessThan(advance);
  }
});

test("accented letters keep their accents above them, at every weight", () => {
  for (const weight of [400, 800]) {
    const plain = outlines.draw("E", { weight, width: 100 });
    const accented = outlines.draw("É", { weight, width: 100 });
    expect(accented.top).toBeLessThan(plain.top - 100);
    expect(accented.advance).toBe(plain.advance);
  }
});

test("letters are kerned, and tracked apart", () => {
  const face = { weight: 800, width: 100 };
  const advance = (text: string, tracking?: number) => outlines.draw(text, face, tracking).advance;
  expect(advance("AV")).toBeLessThan(advance("A") + advance("V"));
  expect(advance("AV", 50)).toBe(advance("AV") + 50);
});

test("text from two files is one line", () => {
  const face = { weight: 600, width: 100 };
  const both = outlines.draw("aéa", face);
  expect(both.advance).toBeGreaterThan(outlines.draw("aa", face).advance);
  expect(outlines.has("Kiln é")).toBe(true);
  expect(outlines.has("窯 Kiln")).toBe(false);
  expect(outlines.draw("", face)).toEqual({ path: "", left: 0, right: 0, top: 0, bottom: 0, advance: 0 });
});
