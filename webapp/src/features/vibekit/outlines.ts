import { create, type Font } from "fontkit";

// The outlines of texts in the app's own font, so that a logo looks the same everywhere. This file is large, since fontkit is; load
// it when it is needed. No other library for outlines reads WOFF2.

/** Weight from 400 to 800, width from 62 to 125. */
export type Face = { weight: number; width: number };

/** The outlines of a text in units of the font, 1000 to an em, with the baseline at 0 and y downwards. */
export type Outline = { path: string; left: number; right: number; top: number; bottom: number; advance: number };

/** The font's files, and the outlines that they contain. */
export class Outlines {
  private readonly faces = new Map<string, Font[]>();
  private readonly files: { file: Uint8Array; base: Font }[];

  /** Takes the files in the order in which they are searched for a character. */
  constructor(files: Uint8Array[]) {
    this.files = files.map((file) => ({ file, base: create(file) }));
  }

  /** Whether the font has all characters of a text. */
  has(text: string): boolean {
    return Array.from(text).every((char) =>
      this.files.some(({ base }) => base.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)),
    );
  }

  /** Draws one line. Tracking is the additional space between two characters, in units of the font. */
  draw(text: string, face: Face, tracking = 0): Outline {
    const fonts = this.fonts(face);
    const box = new Box();
    let x = 0;
    for (const { font, part } of runs(text, fonts)) {
      const { glyphs, positions } = font.layout(part);
      glyphs.forEach((glyph, i) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
        for (const { command, args } of glyph.path.commands) box.add(command, args, x + xOffset, yOffset);
        x += xAdvance + tracking;
      });
    }
    return { ...box.outline(), advance: x - tracking };
  }

  private fonts(face: Face): Font[] {
    const key = `${face.weight}/${face.width}`;
    const fonts = this.faces.get(key) ?? this.files.map(({ file, base }) => instance(file, base, face));
    this.faces.set(key, fonts);
    return fonts;
  }
}

/** Splits a text into parts that one font can draw. */
function runs(text: string, fonts: Font[]): { font: Font; part: string }[] {
  const parts: { font: Font; part: string }[] = [];
  for (const char of text) {
    const font = fonts.find((font) => font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)) ?? fonts[0];
    if (!font) return [];
    const last = parts.at(-1);
    if (last?.font === font) last.part += char;
    else parts.push({ font, part: char });
  }
  return parts;
}

/**
 * The font of a file with one weight and width. fontkit 2.0 has getVariation for this, but it does not work for WOFF2: it reads the
 * compressed file as if it were not. So this makes the font with its coordinates, gives it what is decompressed already, and moves
 * the points of the decoded glyphs.
 */
function instance(file: Uint8Array, base: Font, { weight, width }: Face): Font {
  const values: Record<string, number> = { wght: weight, wdth: width };
  const coords = base.fvar.axis.map((axis) => values[axis.axisTag.trim()] ?? axis.defaultValue);
  const Stream = base.stream.constructor as new (file: Uint8Array) => typeof base.stream;
  const FontOf = base.constructor as new (stream: object, coords: number[]) => Font;
  const font = new FontOf(new Stream(file), coords);
  Object.assign(font, { directory: base.directory, stream: new Stream(base.stream.buffer), _decompressed: true });
  font._transformGlyfTable();
  const origin = font._transformedGlyphs.find((glyph) => glyph.points?.length)?.points?.[0];
  if (!origin) return font;
  const point = (x: number, y: number) => Object.assign(origin.copy(), { x, y });
  font._transformedGlyphs.forEach(({ points, components = [] }, id) => {
    const moved = points ?? components.map(({ dx, dy }) => point(dx, dy));
    // Four more points stand for the metrics, which have their own table.
    font._variationProcessor.transformPoints(id, [...moved, point(0, 0), point(0, 0), point(0, 0), point(0, 0)]);
    components.forEach((component, i) => {
      component.dx = moved[i]?.x ?? 0;
      component.dy = moved[i]?.y ?? 0;
    });
  });
  return font;
}

/** Collects path commands and their bounding box. */
class Box {
  private readonly parts: string[] = [];
  private left = Number.POSITIVE_INFINITY;
  private right = Number.NEGATIVE_INFINITY;
  private top = Number.POSITIVE_INFINITY;
  private bottom = Number.NEGATIVE_INFINITY;

  add(command: keyof typeof letters, args: number[], dx: number, dy: number): void {
    const points: number[] = [];
    for (let i = 0; i + 1 < args.length; i += 2) {
      const x = (args[i] ?? 0) + dx;
      const y = -((args[i + 1] ?? 0) + dy);
      points.push(round(x), round(y));
      // Control points lie outside of a curve by little, and Archivo has points at its extremes.
      this.left = Math.min(this.left, x);
      this.right = Math.max(this.right, x);
      this.top = Math.min(this.top, y);
      this.bottom = Math.max(this.bottom, y);
    }
    this.parts.push(letters[command] + points.join(" "));
  }

  outline() {
    if (this.parts.length === 0) return { path: "", left: 0, right: 0, top: 0, bottom: 0 };
    const { left, right, top, bottom } = this;
    return { path: this.parts.join(""), left, right, top, bottom };
  }
}

const letters = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" } as const;

const round = (n: number): number => Math.round(n * 10) / 10;
