import { LogoStyle } from "../../gen/uvboard/v1/vibekit_pb";
import { generator } from "../../lib/ui/plate";
import { drawIcon, iconCount, type Palette } from "./icons";
import type { Face, Outlines } from "./outlines";
import { arc, circle, group, placed, polar, polygon, rect, regular, type Shape, union } from "./shapes";

export type LogoSpec = {
  name: string;
  style: LogoStyle;
  colors: Palette;
  /** The first drawing of a name has 0; each other number is another drawing. */
  variant: number;
};

/** A logo: the content of an SVG and its size. */
export type Logo = { body: string; width: number; height: number };

// Capitals are 100 high.
const capHeight = 686;
const scale = 100 / capHeight;

const wide: Face = { weight: 800, width: 125 };
const normal: Face = { weight: 700, width: 100 };
const narrow: Face = { weight: 800, width: 62 };
const light: Face = { weight: 400, width: 112 };

/** The texts and colors of a logo, with the functions that draw them. */
type Pen = {
  name: string;
  words: string[];
  colors: Palette;
  random: () => number;
  /** A line of text with its ink starting at x and its baseline at y. */
  line: (
    text: string,
    face: Face,
    fill: string,
    options?: { x?: number; y?: number; size?: number; tracking?: number },
  ) => Shape;
  /** The outline of a text, in units of the font. */
  outline: Outlines["draw"];
};

/** Draws a logo from the app's own font. The same specification always gives the same drawing. */
export function drawLogo(spec: LogoSpec, outlines: Outlines): Logo {
  const name = spec.name.trim().replace(/\s+/g, " ");
  const pen: Pen = {
    name,
    words: name.split(" "),
    colors: spec.colors,
    random: generator(`${name}/${spec.style}/${spec.variant}`),
    line: (text, face, fill, { x = 0, y = 0, size = 1, tracking } = {}) => {
      const outline = outlines.draw(text, face, tracking);
      return placed(outline.path, outline, x - outline.left * scale * size, y, scale * size, fill);
    },
    outline: (...args) => outlines.draw(...args),
  };
  // The kinds follow each other, so that two neighbouring variants of a name never look alike.
  const first = generator(name)();
  const kind = (count: number) => (Math.floor(first * count) + spec.variant) % count;
  const shapes =
    spec.style === LogoStyle.MONOGRAM
      ? (monograms[kind(monograms.length)] ?? roundel)(pen)
      : spec.style === LogoStyle.ICON_WORDMARK
        ? iconWordmark(pen, kind(iconCount), kind(lockups.length))
        : (wordmarks[kind(wordmarks.length)] ?? dot)(pen);
  const box = union(shapes);
  const margin = 16;
  const [width, height] = [box.right - box.left + 2 * margin, box.bottom - box.top + 2 * margin];
  return {
    body: group(shapes, margin - box.left, margin - box.top).svg,
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}

type Drawing = (pen: Pen) => Shape[];

const under = (shape: Shape) => shape.bottom + 18;

/** The name, and a colon in the two other colors. */
const dot: Drawing = ({ name, colors, line }) => {
  const text = line(name, wide, colors.primary);
  const x = text.right + 24;
  return [text, circle(x, -62, 13, colors.secondary), circle(x, -13, 13, colors.accent)];
};

/** Narrow capitals in two colors over a thin line. */
const tall: Drawing = ({ name, words, colors, line }) => {
  const [first, rest] = split(name) ?? halves(name);
  const left = line(first.toLocaleUpperCase(), narrow, colors.primary, { tracking: 40 });
  const x = left.right + (words.length > 1 ? 24 : 6);
  const text = rest ? [left, line(rest.toLocaleUpperCase(), narrow, colors.secondary, { x, tracking: 40 })] : [left];
  const box = union(text);
  const rule = rect(box.left, 18, box.right - box.left, 7, colors.accent);
  return rest ? [...text, rule] : [...text, rule, rect(box.left, 32, box.right - box.left, 7, colors.secondary)];
};

/** The name over three lines of a spectrum. */
const spectrum: Drawing = ({ name, colors, random, line }) => {
  const text = line(name, normal, colors.primary);
  const width = text.right - text.left;
  const shares = [1, 0.45 + 0.25 * random(), 0.15 + 0.2 * random()];
  const fills = [colors.primary, colors.secondary, colors.accent];
  return [
    text,
    ...shares.map((share, i) => rect(text.left, under(text) + i * 15, width * share, 8, fills[i] ?? colors.primary)),
  ];
};

/** One part heavy and one part light with a slash between them, or one word with a cursor. */
const duo: Drawing = ({ name, colors, line }) => {
  const [first, rest] = split(name) ?? [name];
  const heavy = line(first, { weight: 800, width: 112 }, colors.primary);
  if (!rest)
    return [
      heavy,
      rect(heavy.right + 14, -100, 44, 100, colors.accent),
      rect(heavy.right + 14, 12, 44, 8, colors.secondary),
    ];
  const x = heavy.right + 10;
  const slash = polygon(
    [
      [x + 18, -108],
      [x + 30, -108],
      [x + 12, 12],
      [x, 12],
    ],
    colors.accent,
  );
  return [heavy, slash, line(rest, light, colors.secondary, { x: slash.right + 10 })];
};

/** A plate of the primary color with the name cut out. */
const plate: Drawing = ({ name, colors, line }) => {
  const text = line(name, normal, ink(colors.primary), { tracking: 10 });
  const [x, y] = [text.left - 34, Math.min(text.top, -100) - 34];
  const [width, height] = [text.right - x + 34, Math.max(text.bottom, 0) + 34 - y];
  return [
    rect(x, y, width, height, colors.primary, 6),
    rect(x, y, 12, height, colors.secondary, 0),
    rect(x + width - 26, y + height - 26, 26, 26, colors.accent),
    text,
  ];
};

/** The words above each other, all equally wide. */
const stack: Drawing = ({ name, colors, line }) => {
  const lines = split(name) ?? [name];
  const width = 320;
  const fills = [colors.primary, colors.secondary];
  let y = 0;
  const shapes = lines.map((text, i) => {
    const upper = text.toLocaleUpperCase();
    const plain = line(upper, wide, "#000000");
    const size = Math.min(width / (plain.right - plain.left), 2.6);
    y += 100 * size + (i > 0 ? 22 : 0);
    return line(upper, wide, fills[i] ?? colors.primary, { y, size });
  });
  const box = union(shapes);
  const height = box.bottom - box.top;
  return [
    ...shapes,
    rect(box.left - 34, box.top, 14, height, colors.accent),
    rect(box.left - 34, box.top + height * 0.62, 14, height * 0.38, colors.secondary),
  ];
};

/** The first letter on a square, the others beside it. */
const initialSquare: Drawing = ({ name, colors, line }) => {
  const [initial = "", ...others] = Array.from(name);
  const letter = line(initial.toLocaleUpperCase(), wide, ink(colors.secondary));
  const side = Math.max(letter.right - letter.left, 100) + 48;
  const centered = line(initial.toLocaleUpperCase(), wide, ink(colors.secondary), {
    x: (side - (letter.right - letter.left)) / 2,
  });
  const square = rect(0, -100 - (side - 100) / 2, side, side, colors.secondary, 8);
  const corner = polygon(
    [
      [side - 30, square.bottom],
      [side, square.bottom - 30],
      [side, square.bottom],
    ],
    colors.accent,
  );
  const rest = others.join("").trim();
  return [
    square,
    corner,
    centered,
    rest ? line(rest, normal, colors.primary, { x: side + 20 }) : rect(0, square.bottom + 14, side, 12, colors.primary),
  ];
};

/** The name between two bars of different lengths. */
const bracket: Drawing = ({ name, colors, line, random }) => {
  const text = line(name.toLocaleLowerCase(), { weight: 640, width: 118 }, colors.primary, { tracking: -8 });
  const width = text.right - text.left;
  const long = width * (0.3 + 0.3 * random());
  return [
    text,
    rect(text.left, Math.min(text.top, -100) - 30, long, 12, colors.secondary),
    rect(text.right - width * 0.22, Math.max(text.bottom, 0) + 18, width * 0.22, 12, colors.accent),
  ];
};

const wordmarks: Drawing[] = [dot, tall, spectrum, duo, plate, stack, initialSquare, bracket];

/** Places letters in the middle of a point, with a given height or less if they are wide. */
function centered(
  { outline }: Pen,
  text: string,
  face: Face,
  x: number,
  y: number,
  height: number,
  width: number,
  fill: string,
): Shape {
  const drawn = outline(text, face);
  const [w, h] = [drawn.right - drawn.left, drawn.bottom - drawn.top];
  const size = Math.min(height / h, width / w);
  return placed(drawn.path, drawn, x - (drawn.left + w / 2) * size, y - (drawn.top + h / 2) * size, size, fill);
}

/** One or two initials, such as KL of "Kiln log" and of "KilnLog". */
const initials = ({ name, words }: Pen): string => {
  const parts = words.length > 1 ? words : (split(name) ?? words);
  const letters = parts.map((part) => /[\p{L}\p{N}]/u.exec(part)?.[0] ?? "").filter(Boolean);
  return letters.slice(0, 2).join("").toLocaleUpperCase() || (Array.from(name)[0] ?? "");
};

const roundel: Drawing = (pen) => {
  const { colors } = pen;
  const [x, y] = polar(100, 100, 100, 45);
  return [
    circle(100, 100, 100, colors.primary),
    circle(x, y, 24, colors.accent),
    arc(100, 100, 84, 135, 315, 8, colors.secondary),
    centered(pen, initials(pen), wide, 100, 100, 84, 118, ink(colors.primary)),
  ];
};

const diagonal: Drawing = (pen) => {
  const { colors } = pen;
  return [
    polygon(
      [
        [0, 0],
        [200, 0],
        [0, 200],
      ],
      colors.primary,
    ),
    polygon(
      [
        [200, 0],
        [200, 200],
        [0, 200],
      ],
      colors.secondary,
    ),
    polygon(
      [
        [200, 150],
        [200, 200],
        [150, 200],
      ],
      colors.accent,
    ),
    centered(pen, initials(pen), narrow, 100, 100, 130, 150, ink(colors.primary)),
  ];
};

const shield: Drawing = (pen) => {
  const { colors } = pen;
  return [
    polygon(regular(100, 100, 112, 6), colors.primary),
    polygon(regular(100, 100, 94, 6), ink(colors.primary)),
    polygon(regular(100, 190, 18, 6), colors.accent),
    centered(pen, initials(pen), normal, 100, 98, 84, 112, colors.secondary),
  ];
};

const ring: Drawing = (pen) => {
  const { colors, random } = pen;
  const turn = 360 * random();
  return [
    arc(100, 100, 94, turn + 50, turn + 310, 14, colors.primary),
    arc(100, 100, 94, turn + 322, turn + 398, 14, colors.accent),
    centered(pen, initials(pen), { weight: 700, width: 112 }, 100, 100, 84, 116, colors.secondary),
  ];
};

const column: Drawing = (pen) => {
  const { colors, random } = pen;
  const letters = centered(pen, initials(pen), narrow, 150, 100, 200, 190, colors.primary);
  const lines = Array.from({ length: 5 }, (_, i) => {
    const height = 60 + 140 * random();
    return rect(
      letters.left - 24 - i * 13,
      letters.bottom - height,
      7,
      height,
      i % 2 === 0 ? colors.secondary : colors.accent,
    );
  });
  return [letters, ...lines];
};

const drop: Drawing = (pen) => {
  const { colors } = pen;
  const text = initials(pen);
  const [x, y] = [12, 12];
  return [
    centered(pen, text, wide, 100 + 2 * x, 100 + 2 * y, 150, 220, colors.accent),
    centered(pen, text, wide, 100 + x, 100 + y, 150, 220, colors.secondary),
    centered(pen, text, wide, 100, 100, 150, 220, colors.primary),
  ];
};

const band: Drawing = (pen) => {
  const { colors } = pen;
  return [
    rect(0, 0, 200, 200, colors.primary, 44),
    rect(0, 132, 200, 22, colors.accent),
    rect(0, 154, 200, 8, colors.secondary),
    centered(pen, initials(pen), wide, 100, 72, 76, 140, ink(colors.primary)),
  ];
};

const checker: Drawing = (pen) => {
  const { colors } = pen;
  const [first = "", second] = Array.from(initials(pen));
  const top = rect(0, 0, 98, 98, colors.primary, 6);
  const low = rect(102, 102, 98, 98, colors.secondary, 6);
  return [
    top,
    low,
    centered(pen, first, wide, 49, 49, 54, 74, ink(colors.primary)),
    second
      ? centered(pen, second, wide, 151, 151, 54, 74, ink(colors.secondary))
      : circle(151, 151, 24, ink(colors.secondary)),
    circle(151, 49, 30, colors.accent),
    arc(49, 151, 28, 0, 360, 10, colors.accent),
  ];
};

const monograms: Drawing[] = [roundel, diagonal, shield, ring, column, drop, band, checker];

/** The position of the name beside its icon. */
const lockups: { face: Face; upper?: boolean; tracking?: number; below?: boolean }[] = [
  { face: { weight: 800, width: 112 } },
  { face: narrow, upper: true, tracking: 30 },
  { face: { weight: 640, width: 118 }, below: true },
  { face: normal, tracking: -6 },
  { face: { weight: 560, width: 112 }, upper: true, tracking: 90, below: true },
];

function iconWordmark({ name, colors, random, line }: Pen, icon: number, lockup: number): Shape[] {
  const { face, upper, tracking, below } = lockups[lockup] ?? { face: wide };
  const mark = drawIcon(icon, colors, random);
  const text = upper ? name.toLocaleUpperCase() : name;
  if (below) {
    const drawn = line(text, face, colors.primary, { size: 0.62, tracking });
    const middle = (drawn.left + drawn.right) / 2;
    return [group(mark, middle - 85, drawn.top - 28 - 170, 1.7), drawn];
  }
  return [group(mark, 0, -130, 1.6), line(text, face, colors.primary, { x: 188, tracking })];
}

/** White, or nearly black where white cannot be read. */
function ink(background: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(background.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.36 ? "#1a1128" : "#ffffff";
}

/** Splits a name after its first word, or before a capital inside of a word; undefined if it has neither. */
function split(name: string): [string, string] | undefined {
  const [first = "", ...rest] = name.split(" ");
  if (rest.length > 0) return [first, rest.join(" ")];
  const chars = Array.from(name);
  const capital = chars.findIndex(
    (char, i) => i > 0 && char !== char.toLocaleLowerCase() && chars[i - 1] !== chars[i - 1]?.toLocaleUpperCase(),
  );
  return capital > 0 ? [chars.slice(0, capital).join(""), chars.slice(capital).join("")] : undefined;
}

function halves(word: string): [string, string] {
  const chars = Array.from(word);
  const middle = Math.ceil(chars.length / 2);
  return [chars.slice(0, middle).join(""), chars.slice(middle).join("")];
}

/** A logo as an SVG file: outlines and colors only, no text but the escaped title, no script and no reference. */
export function toSvg({ body, width, height }: Logo, title: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${escapeXml(title)}</title>${body}</svg>`;
}

/** A logo in the middle of a square on a color that it can be seen on, as pages show the logo of a project. */
export function toSquareSvg({ body, width, height }: Logo, title: string, colors: Palette, side = 512): string {
  const factor = (side * 0.84) / Math.max(width, height);
  const [x, y] = [(side - width * factor) / 2, (side - height * factor) / 2];
  const inner = `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${factor.toFixed(4)})">${body}</g>`;
  const ground = ink(colors.primary) === "#ffffff" ? "#ffffff" : "#1a1128";
  return toSvg(
    { body: `<rect width="${side}" height="${side}" fill="${ground}"/>${inner}`, width: side, height: side },
    title,
  );
}

// Control characters, halves of surrogate pairs and noncharacters are dropped: XML does not allow most of them.
const escapeXml = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
