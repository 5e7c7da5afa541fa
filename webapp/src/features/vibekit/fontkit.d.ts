// The part of fontkit that outlines.ts uses; the package has no types.
declare module "fontkit" {
  type Point = { x: number; y: number; copy(): Point };

  /** A decoded glyph: points, or components of other glyphs. */
  type DecodedGlyph = { points?: Point[]; components?: { dx: number; dy: number }[] };

  type Glyph = { id: number; path: { toSVG(): string; commands: PathCommand[] } };

  type PathCommand = {
    command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath";
    args: number[];
  };

  export type Font = {
    unitsPerEm: number;
    capHeight: number;
    xHeight: number;
    fvar: { axis: { axisTag: string; defaultValue: number }[] };
    stream: { buffer: Uint8Array };
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): { glyphs: Glyph[]; positions: { xAdvance: number; xOffset: number; yOffset: number }[] };
    /** These are not documented. */
    directory: object;
    _transformGlyfTable(): void;
    _transformedGlyphs: DecodedGlyph[];
    _variationProcessor: { transformPoints(glyph: number, points: Point[]): void };
  };

  export function create(file: Uint8Array): Font;
}
