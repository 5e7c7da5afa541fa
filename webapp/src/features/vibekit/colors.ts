import {
  ColorSpace,
  contrastAPCA,
  contrastWCAG21,
  deltaEOK,
  getLuminance,
  OKLab,
  OKLCH,
  serialize,
  sRGB,
  to,
  toGamut,
} from "colorjs.io/fn";

ColorSpace.register(sRGB);
ColorSpace.register(OKLab);
ColorSpace.register(OKLCH);

/** The colors of a theme, such as #6366f1. */
export type ThemeColors = { background: string; foreground: string; primary: string; accent: string };

export const defaultTheme: ThemeColors = {
  background: "#ffffff",
  foreground: "#000000",
  primary: "#6366f1",
  accent: "#22c55e",
};

export const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The contrast that WCAG 2 asks for text, at level AA. */
export const minContrast = 4.5;

/** The contrast ratio of WCAG 2, from 1 to 21. */
export const contrast = (a: string, b: string): number => contrastWCAG21(a, b);

/** The lightness contrast of APCA, from -108 to 106; negative for light text on dark. */
export const apca = (text: string, background: string): number => contrastAPCA(background, text);

/** The level of WCAG 2 that text of this contrast reaches. */
export function level(ratio: number): "AAA" | "AA" | "Large text only" | "Fails" {
  if (ratio >= 7) return "AAA";
  if (ratio >= minContrast) return "AA";
  return ratio >= 3 ? "Large text only" : "Fails";
}

/** A ratio with two decimals, never rounded up to a level that it does not reach. */
export const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 100 + 1e-6) / 100).toFixed(2)}:1`;

/** A pair of colors that meet, and which of the two a suggestion changes. */
export type Pair = { text: keyof ThemeColors; on: keyof ThemeColors };

/** Every pair of a theme's colors. */
export const pairs: readonly Pair[] = [
  { text: "foreground", on: "background" },
  { text: "primary", on: "background" },
  { text: "accent", on: "background" },
  { text: "primary", on: "foreground" },
  { text: "accent", on: "foreground" },
  { text: "accent", on: "primary" },
];

/**
 * The color nearest to the given one that has enough contrast with another: of the same hue, lighter or darker. If it has enough
 * already, it stays.
 */
export function nearestPassing(color: string, against: string, target = minContrast): string {
  if (contrast(color, against) >= target) return color;
  const [lightness, chroma, hue] = to(color, OKLCH).coords;
  const start = lightness ?? 0;
  const at = (l: number) => hex({ space: OKLCH, coords: [Math.min(Math.max(l, 0), 1), chroma, hue], alpha: 1 });
  const passes = (l: number) => contrast(at(l), against) >= target;
  // In long steps up to one that passes, then in short steps from the one before it.
  const search = (direction: 1 | -1): string | undefined => {
    for (let steps = 1; steps <= 33; steps++) {
      const l = start + direction * steps * 0.032;
      if (!passes(l)) continue;
      for (let short = 15; short > 0; short--) {
        const nearer = l - direction * short * 0.002;
        if (passes(nearer)) return at(nearer);
      }
      return at(l);
    }
    return undefined;
  };
  const found = [search(1), search(-1)].filter((candidate) => candidate !== undefined);
  // Against any color, black or white passes 4.5.
  return found.sort((a, b) => deltaEOK(color, a) - deltaEOK(color, b))[0] ?? color;
}

const hex = (color: Parameters<typeof to>[0]): string =>
  serialize(toGamut(to(color, sRGB), { space: sRGB }), { format: "hex", collapse: false });

/** Of the given colors the one with the most contrast. */
export const mostReadable = (background: string, candidates: readonly string[]): string =>
  candidates.reduce((best, next) => (contrast(next, background) > contrast(best, background) ? next : best));

/** Whether a color is a light background. */
export const isLight = (color: string): boolean => getLuminance(color) > 0.18;

/** Ten shades of a color from light to dark, with the color itself among them, and its index. */
export function shades(color: string): { tuple: string[]; index: number } {
  const [lightness, chroma, hue] = to(color, OKLCH).coords;
  const index = Math.round(Math.min(Math.max((0.97 - (lightness ?? 0)) / 0.08, 0), 9));
  const tuple = Array.from({ length: 10 }, (_, i) => {
    if (i === index) return color.toLowerCase();
    const l = 0.97 - i * 0.08;
    return hex({ space: OKLCH, coords: [l, (chroma ?? 0) * Math.min(1, 4.5 * l * (1 - l) + 0.15), hue], alpha: 1 });
  });
  return { tuple, index };
}
