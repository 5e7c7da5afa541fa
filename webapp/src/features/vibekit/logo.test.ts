import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LogoStyle } from "../../gen/uvboard/v1/vibekit_pb";
import { drawLogo, toSquareSvg, toSvg } from "./logo";
import { Outlines } from "./outlines";

const file = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../theme/fonts/${name}.woff2`, import.meta.url)));
const outlines = new Outlines([file("archivo-core"), file("archivo-latin")]);
const colors = { primary: "#6366f1", secondary: "#a855f7", accent: "#22c55e" };
const styles = [LogoStyle.WORDMARK, LogoStyle.MONOGRAM, LogoStyle.ICON_WORDMARK];
const names = ["Kiln log", "ConeNine", "x", "Éclair"];

test("each style draws several different logos in the three colors, always the same ones", () => {
  for (const style of styles) {
    for (const name of names) {
      const drawn = Array.from({ length: 8 }, (_, variant) =>
        toSvg(drawLogo({ name, style, colors, variant }, outlines), name),
      );
      expect(new Set(drawn).size, `${name} in style ${style}`).toBe(8);
      drawn.forEach((svg, variant) => {
        if (variant === 3) expect(toSvg(drawLogo({ name, style, colors, variant }, outlines), name)).toBe(svg);
        for (const color of Object.values(colors)) expect(svg, `${name}, ${style}, ${variant}`).toContain(`"${color}"`);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      });
    }
  }
}, 20_000);

test("a drawing fits into its size", () => {
  for (const style of styles) {
    for (let variant = 0; variant < 12; variant++) {
      const { width, height } = drawLogo({ name: "Kiln log", style, colors, variant }, outlines);
      expect(width).toBeGreaterThan(100);
      expect(height).toBeGreaterThan(100);
      expect(width).toBeLessThan(1400);
      expect(height).toBeLessThan(500);
    }
  }
});

// Everything that a name or a color may contain stays text: an SVG file has outlines, colors and an escaped title.
test("an SVG has no script, no reference and no markup of the name", () => {
  const hostile = `<script>alert(1)</script>&"'\u0000\u001b]]>`;
  const wrong = { primary: `#fff" onload="alert(1)`, secondary: "url(https://evil.example)", accent: "javascript:1" };
  for (const style of styles) {
    const logo = drawLogo({ name: hostile, style, colors: wrong, variant: 3 }, outlines);
    for (const svg of [toSvg(logo, hostile), toSquareSvg(logo, hostile, wrong)]) {
      expect(svg).not.toMatch(/<script|onload|https:\/\/evil|javascript/);
      expect(Array.from(svg).every((char) => char >= " ")).toBe(true);
      expect(svg.match(/<title>(.*)<\/title>/)?.[1]).toBe("&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;']]&gt;");
      const elements = new Set(svg.match(/<[a-z]+/g));
      expect([...elements].filter((element) => !/^<(svg|title|g|path|rect|circle|ellipse)$/.test(element))).toEqual([]);
      expect(svg.match(/https?:[^"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
    }
  }
});

test("a square logo stands on a color that its primary color can be seen on", () => {
  const logo = drawLogo({ name: "Kiln", style: LogoStyle.WORDMARK, colors, variant: 0 }, outlines);
  expect(toSquareSvg(logo, "Kiln", colors)).toContain('<rect width="512" height="512" fill="#ffffff"/>');
  const light = { ...colors, primary: "#ffff00" };
  expect(toSquareSvg(logo, "Kiln", light)).toContain('fill="#1a1128"/>');
});
