import { existsSync, readFileSync } from "node:fs";
import Color from "colorjs.io";
import { describe, expect, test } from "vitest";

const sources = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });
const loaded = readFileSync("src/theme/mantine.css", "utf8");
const sheet = (name: string) => `@mantine/core/styles/${name}.layer.css`;

test("the style sheet of every Mantine component in use is loaded", () => {
  const lists = Object.values(sources).flatMap((source) => [
    ...source.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g),
  ]);
  const names = new Set(lists.flatMap(([, list = ""]) => list.match(/[A-Z]\w+/g) ?? []));
  expect(names.size).toBeGreaterThan(0);
  const missing = [...names].filter(
    (name) => existsSync(`node_modules/${sheet(name)}`) && !loaded.includes(sheet(name)),
  );
  expect(missing).toEqual([]);
});

const tokens = readFileSync("src/theme/tokens.css", "utf8");
const [, colors = ""] = /color-scheme: dark;(.*?)\n\}/s.exec(tokens) ?? [];
const pairs = new Map(
  [...colors.matchAll(/--uv-([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, ...pair]) => [name, pair]),
);

describe.each(["light", "dark"])("in the %s theme", (theme) => {
  const color = (name: string) => new Color(pairs.get(name)?.[theme === "light" ? 0 : 1] ?? "none");
  const surfaces = ["ground", "raised", "sunken", "hover", "field"];

  // WCAG 2.2, 1.4.3 and 1.4.11
  test.each([
    [4.5, ["text", "text-2", "text-3", "lamp", "quench"], surfaces],
    [4.5, ["text", "text-2", "lamp"], ["lamp-soft"]],
    [4.5, ["text", "quench"], ["quench-soft"]],
    [4.5, ["on-react"], ["react"]],
    [4.5, ["on-solid"], ["solid", "solid-hover", "lamp", "quench"]],
    [3, ["control", "react-edge"], ["ground", "raised", "field"]],
  ])("the contrast is at least %d of %j on %j", (least, fronts, backs) => {
    for (const front of fronts) {
      for (const back of backs)
        expect(color(front).contrastWCAG21(color(back)), `${front} on ${back}`).toBeGreaterThan(least);
    }
  });
});

/** The shade of an accent that a token is in a theme, as tokens.css mixes it. */
const shade = (token: string, theme: "light" | "dark", accent: Color) => {
  const rule = new RegExp(`--uv-${token}: light-dark\\(\\s*([^;]*?)\\s*\\);`, "s").exec(
    tokens.slice(tokens.indexOf("[data-accent]")),
  )?.[1];
  const mixes = [...(rule ?? "").matchAll(/color-mix\(in oklab, var\(--uv-accent\), (\S+) (\d+)%\)/g)];
  const [, other, part] = mixes[theme === "light" ? 0 : 1] ?? [];
  return Color.mix(accent, new Color(other ?? "none"), Number(part) / 100, { space: "oklab" })
    .to("srgb")
    .toGamut();
};

test("the shades of every accent that the server accepts have the contrast of text", () => {
  const of = (name: string, theme: "light" | "dark") =>
    new Color(pairs.get(name)?.[theme === "light" ? 0 : 1] ?? "none");
  const steps = Array.from({ length: 9 }, (_, i) => i / 8);
  const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => new Color("srgb", [r, g, b]))));
  const accepted = colors.filter(
    (accent) => accent.contrastWCAG21(of("ground", "light")) >= 3 && accent.contrastWCAG21(of("raised", "dark")) >= 3,
  );
  expect(accepted.length).toBeGreaterThan(100);
  for (const accent of accepted) {
    for (const theme of ["light", "dark"] as const) {
      const lamp = shade("lamp", theme, accent);
      const backs = ["ground", "raised", "sunken", "hover"].map((name) => of(name, theme));
      for (const back of [...backs, shade("lamp-soft", theme, accent)])
        expect(
          lamp.contrastWCAG21(back),
          `${accent.toString()} on ${back.toString()} in the ${theme} theme`,
        ).toBeGreaterThan(4.5);
    }
  }
});
