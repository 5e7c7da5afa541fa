import { arc, circle, petal, placed, polar, polygon, rect, regular, type Shape } from "./shapes";

export type Palette = { primary: string; secondary: string; accent: string };

type Icon = (colors: Palette, random: () => number) => Shape[];

const pick = (random: () => number, count: number): number => Math.floor(random() * count);

// Each fills a square of 100 with its middle at 50, 50.
const petals: Icon = ({ primary, secondary, accent }, random) => {
  const count = 5 + pick(random, 4);
  const shapes = Array.from({ length: count }, (_, i) =>
    petal(50, 50, 50, 200 / count, (360 / count) * i, i % 2 === 0 || count % 2 === 1 ? primary : secondary),
  );
  return [...shapes, circle(50, 50, 15, secondary), circle(50, 50, 7.5, accent)];
};

const arcs: Icon = ({ primary, secondary, accent }, random) => {
  const turn = 90 * pick(random, 4);
  return [
    arc(50, 50, 42, turn, turn + 270, 16, primary),
    arc(50, 50, 22, turn + 90, turn + 360, 16, secondary),
    circle(50, 50, 8, accent),
  ];
};

const bars: Icon = ({ primary, secondary, accent }, random) => {
  const rises = random() < 0.5;
  const heights = rises ? [34, 56, 78] : [60, 100, 78];
  return [
    ...heights.map((height, i) => rect(i * 26, 100 - height, 20, height, i === 1 ? secondary : primary, 3)),
    rect(78, rises ? 24 : 44, 20, rises ? 76 : 56, primary, 3),
    circle(88, rises ? 10 : 30, 10, accent),
  ];
};

const cube: Icon = ({ primary, secondary, accent }) => {
  const [top, right, lowRight, bottom, lowLeft, left] = regular(50, 50, 50, 6) as [P, P, P, P, P, P];
  const middle = [50, 50] as const;
  return [
    polygon([top, right, middle, left], accent),
    polygon([right, lowRight, bottom, middle], secondary),
    polygon([left, middle, bottom, lowLeft], primary),
  ];
};
type P = readonly [number, number];

const orbit: Icon = ({ primary, secondary, accent }, random) => {
  const [x, y] = polar(50, 50, 40, 30 + 60 * pick(random, 6));
  return [arc(50, 50, 40, 0, 360, 10, primary), circle(50, 50, 20, secondary), circle(x, y, 13, accent)];
};

const tiles: Icon = (colors, random) => {
  const palette = [colors.primary, colors.secondary, colors.primary, colors.accent];
  const shapes: Shape[] = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 2; column++) {
      const first = row < 2; // these have all colors
      if (!first && random() < 0.3) continue;
      const fill = palette[first ? row * 2 + column : pick(random, palette.length)] ?? colors.primary;
      const round = random() < 0.35;
      for (const x of [column, 3 - column]) {
        shapes.push(round ? circle(x * 26 + 11, row * 26 + 11, 11, fill) : rect(x * 26, row * 26, 22, 22, fill, 3));
      }
    }
  }
  return shapes;
};

const chevrons: Icon = ({ primary, secondary, accent }, random) => {
  const right = random() < 0.5;
  return [primary, secondary, accent].map((fill, i) => {
    const at = i * 27;
    const points: P[] = [
      [at, 0],
      [at + 19, 0],
      [at + 46, 50],
      [at + 19, 100],
      [at, 100],
      [at + 27, 50],
    ];
    return polygon(right ? points : points.map(([x, y]): P => [y, 100 - x]), fill);
  });
};

const spark: Icon = ({ primary, secondary, accent }, random) => {
  const star = (radius: number, inner: number, turn: number) =>
    regular(50, 50, radius, 8, turn).map((point, i): P => (i % 2 === 0 ? point : polar(50, 50, inner, turn + 45 * i)));
  const turn = random() < 0.5 ? 0 : 45;
  return [polygon(star(50, 13, turn), primary), polygon(star(31, 9, turn + 45), secondary), circle(50, 50, 7, accent)];
};

const lens: Icon = ({ primary, secondary, accent }, random) => {
  const turn = pick(random, 4) * 45;
  const [x1, y1] = polar(50, 50, 18, turn);
  const [x2, y2] = polar(50, 50, 18, turn + 180);
  // Where the two circles cross.
  const [x3, y3] = polar(50, 50, Math.sqrt(32 * 32 - 18 * 18), turn + 90);
  const [x4, y4] = polar(50, 50, Math.sqrt(32 * 32 - 18 * 18), turn + 270);
  const path = `M${x3.toFixed(2)} ${y3.toFixed(2)}A32 32 0 0 1 ${x4.toFixed(2)} ${y4.toFixed(2)}A32 32 0 0 1 ${x3.toFixed(2)} ${y3.toFixed(2)}Z`;
  const box = { left: 30, right: 70, top: 30, bottom: 70 };
  return [circle(x1, y1, 32, primary), circle(x2, y2, 32, secondary), placed(path, box, 0, 0, 1, accent)];
};

const aperture: Icon = ({ primary, secondary, accent }, random) => {
  const count = 6 + 2 * pick(random, 2);
  const step = 360 / count;
  const shapes = Array.from({ length: count }, (_, i) =>
    polygon(
      [polar(50, 50, 50, step * i), polar(50, 50, 50, step * (i + 1)), polar(50, 50, 22, step * (i + 1.6))],
      i % 2 === 0 ? primary : secondary,
    ),
  );
  return [...shapes, circle(50, 50, 12, accent)];
};

const peaks: Icon = ({ primary, secondary, accent }, random) => {
  const mirrored = random() < 0.5;
  const x = (value: number) => (mirrored ? 100 - value : value);
  return [
    polygon(
      [
        [x(38), 100],
        [x(70), 30],
        [x(100), 100],
      ],
      secondary,
    ),
    polygon(
      [
        [x(0), 100],
        [x(38), 8],
        [x(76), 100],
      ],
      primary,
    ),
    circle(x(84), 18, 12, accent),
  ];
};

const quarters: Icon = ({ primary, secondary, accent }, random) => {
  const fills = [primary, secondary, primary, accent];
  const start = pick(random, 4);
  return [0, 1, 2, 3].map((i) => {
    const [column, row] = [i % 2, i < 2 ? 0 : 1];
    const [x, y] = [column * 52, row * 52];
    // The corner that the quarter of a circle stands in.
    const turn = (start + i * (start % 2 === 0 ? 1 : 3)) % 4;
    const corners: P[] = [
      [x, y],
      [x + 48, y],
      [x + 48, y + 48],
      [x, y + 48],
    ];
    const [a, b, , d] = [0, 1, 2, 3].map((k) => corners[(turn + k) % 4] ?? corners[0]) as [P, P, P, P];
    const path = `M${a[0]} ${a[1]}L${b[0]} ${b[1]}A48 48 0 0 1 ${d[0]} ${d[1]}Z`;
    return placed(path, { left: x, right: x + 48, top: y, bottom: y + 48 }, 0, 0, 1, fills[(i + start) % 4] ?? primary);
  });
};

const icons = [petals, arcs, bars, cube, orbit, tiles, chevrons, spark, lens, aperture, peaks, quarters];

/** How many kinds of icons there are. */
export const iconCount = icons.length;

/** An icon in a square of 100. */
export const drawIcon = (kind: number, colors: Palette, random: () => number): Shape[] =>
  (icons[kind % icons.length] ?? petals)(colors, random);
