import { ColorSpace, contrastWCAG21, sRGB } from "colorjs.io/fn";

ColorSpace.register(sRGB);

/** The grounds of each theme with the least contrast, as backend/board/accent.go has them. */
const grounds = { dark: "#181127", light: "#f4f3f8" };

/** The contrast that the server asks of the accent. */
export const minContrast = 3;

/** The contrast of a color with the grounds of both themes; undefined for a text that is no color. */
export function contrasts(accent: string): { dark: number; light: number } | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return undefined;
  return { dark: contrastWCAG21(accent, grounds.dark), light: contrastWCAG21(accent, grounds.light) };
}
