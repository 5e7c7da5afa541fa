import { expect, test } from "vitest";
import {
  apca,
  contrast,
  defaultTheme,
  formatRatio,
  isLight,
  level,
  mostReadable,
  nearestPassing,
  pairs,
  shades,
  type ThemeColors,
} from "./colors";
import { cssVariables, mantineTheme, tailwindTheme, tokensOf } from "./themeCode";

test("contrast is that of WCAG 2 and of APCA", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  // The boundary of level AA on white.
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  // The reference values of APCA 0.1.9.
  expect(apca("#888888", "#ffffff")).toBeCloseTo(63.06, 1);
  expect(apca("#ffffff", "#888888")).toBeCloseTo(-68.54, 1);
  expect(apca("#000000", "#aaaaaa")).toBeCloseTo(58.15, 1);
});

test("a ratio is never rounded up to a level", () => {
  expect(formatRatio(4.499)).toBe("4.49:1");
  expect(formatRatio(4.5)).toBe("4.50:1");
  expect(formatRatio(21)).toBe("21.00:1");
  expect([2.99, 3, 4.49, 4.5, 6.99, 7].map(level)).toEqual([
    "Fails",
    "Large text only",
    "Large text only",
    "AA",
    "AA",
    "AAA",
  ]);
});

test("every pair of colors is there once", () => {
  const names = Object.keys(defaultTheme);
  const found = new Set(pairs.map(({ text, on }) => [text, on].sort().join("/")));
  expect(found.size).toBe((names.length * (names.length - 1)) / 2);
  expect(pairs).toHaveLength(found.size);
});

test("the suggested color passes, and is the nearest of its hue", () => {
  for (const [color, against] of [
    ["#22c55e", "#ffffff"],
    ["#6366f1", "#a855f7"],
    ["#777777", "#ffffff"],
    ["#ffffff", "#ffffff"],
    ["#000000", "#000000"],
    ["#ffff00", "#ffffff"],
    ["#0000ff", "#000000"],
    ["#808080", "#808080"],
  ] as const) {
    const suggested = nearestPassing(color, against);
    expect(suggested).toMatch(/^#[0-9a-f]{6}$/);
    expect(contrast(suggested, against), `${suggested} for ${color} on ${against}`).toBeGreaterThanOrEqual(4.5);
    // Not farther than needed.
    expect(contrast(suggested, against)).toBeLessThan(4.7);
  }
  expect(nearestPassing("#767676", "#ffffff")).toBe("#767676");
  expect(nearestPassing("#777777", "#ffffff")).toBe("#767676");
});

test("every color finds one that passes against black, white, gray and itself", () => {
  for (let i = 0; i < 4096; i += 137) {
    const color = `#${[i >> 8, (i >> 4) & 15, i & 15].map((digit) => digit.toString(16).repeat(2)).join("")}`;
    for (const against of ["#000000", "#ffffff", "#767676", color]) {
      expect(contrast(nearestPassing(color, against), against)).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("text on a color is the most readable one", () => {
  expect(mostReadable("#6366f1", ["#6366f1", "#000000", "#ffffff"])).toBe("#000000");
  expect(mostReadable("#ffffff", ["#eeeeee", "#123456"])).toBe("#123456");
  expect([isLight("#ffffff"), isLight("#110b1c")]).toEqual([true, false]);
});

test("the shades of a color contain it, from light to dark", () => {
  for (const color of ["#6366f1", "#22c55e", "#ffffff", "#000000", "#ffff00"]) {
    const { tuple, index } = shades(color);
    expect(tuple).toHaveLength(10);
    expect(tuple[index]).toBe(color);
    for (const shade of tuple) expect(shade).toMatch(/^#[0-9a-f]{6}$/);
    for (let i = 1; i < 10; i++) {
      expect(contrast(tuple[i] ?? "", "#ffffff"), `${color} ${tuple.join(" ")}`).toBeGreaterThan(
        contrast(tuple[i - 1] ?? "", "#ffffff"),
      );
    }
  }
});

const theme: ThemeColors = { background: "#110b1c", foreground: "#f1eefa", primary: "#ab96ff", accent: "#e8ff3b" };

test("a theme becomes custom properties, Tailwind's and Mantine's theme", () => {
  expect(cssVariables(theme)).toBe(
    ":root {\n  color-scheme: dark;\n  --color-background: #110b1c;\n  --color-foreground: #f1eefa;\n  --color-primary: #ab96ff;\n  --color-accent: #e8ff3b;\n}\n",
  );
  expect(cssVariables(defaultTheme)).toContain("color-scheme: light;");
  expect(tailwindTheme(theme)).toMatch(/^@import "tailwindcss";\n\n@theme \{\n {2}--color-background: #110b1c;\n/);
  const mantine = mantineTheme(theme);
  expect(mantine).toContain('primaryColor: "primary"');
  expect(mantine).toContain('"--mantine-color-body": "#110b1c"');
  expect(mantine.match(/"#[0-9a-f]{6}"/g)).toHaveLength(22);
  const { index } = shades(theme.primary);
  expect(mantine).toContain(`primaryShade: ${index},`);
});

test("the app's tokens have the colors of the theme and readable text on them", () => {
  const tokens = tokensOf(theme);
  expect(tokens["--uv-ground"]).toBe("#110b1c");
  expect(tokens["--uv-lamp"]).toBe("#ab96ff");
  expect(contrast(tokens["--uv-on-solid"] ?? "", theme.primary)).toBeGreaterThan(4.5);
  expect(contrast(tokens["--uv-on-react"] ?? "", theme.accent)).toBeGreaterThan(4.5);
});
