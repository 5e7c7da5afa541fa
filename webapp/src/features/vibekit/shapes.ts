/** The bounding box of a shape. */
export type Bounds = { left: number; right: number; top: number; bottom: number };

/** An SVG element and its bounding box. */
export type Shape = Bounds & { svg: string };

export type Point = readonly [x: number, y: number];

/** A color such as #6366f1. Anything else becomes black, so that a shape contains nothing but what this file writes. */
export const safeColor = (color: string): string => (/^#[0-9a-f]{6}$/i.test(color) ? color : "#000000");

const n = (value: number): string => String(Math.round(value * 100) / 100);

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): Shape => ({
  svg: `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${radius ? ` rx="${n(radius)}"` : ""} fill="${safeColor(fill)}"/>`,
  left: x,
  right: x + width,
  top: y,
  bottom: y + height,
});

export const circle = (x: number, y: number, radius: number, fill: string): Shape => ({
  svg: `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${safeColor(fill)}"/>`,
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});

/** A closed line of straight edges. */
export const polygon = (points: readonly Point[], fill: string): Shape => ({
  svg: `<path d="M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z" fill="${safeColor(fill)}"/>`,
  ...around(points),
});

/** A part of a circle as a thick line, clockwise from an angle to another in degrees; 0 is up. */
export function arc(
  x: number,
  y: number,
  radius: number,
  from: number,
  to: number,
  width: number,
  stroke: string,
): Shape {
  const outer = radius + width / 2;
  const paint = `fill="none" stroke="${safeColor(stroke)}" stroke-width="${n(width)}"`;
  const bounds = { left: x - outer, right: x + outer, top: y - outer, bottom: y + outer };
  if (to - from >= 360) return { svg: `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${paint}/>`, ...bounds };
  const [x1, y1] = polar(x, y, radius, from);
  const [x2, y2] = polar(x, y, radius, to);
  const large = to - from > 180 ? 1 : 0;
  return {
    svg: `<path d="M${n(x1)} ${n(y1)}A${n(radius)} ${n(radius)} 0 ${large} 1 ${n(x2)} ${n(y2)}" ${paint}/>`,
    ...bounds,
  };
}

/** An ellipse that stands on a point and leans by an angle in degrees. */
export function petal(x: number, y: number, length: number, width: number, angle: number, fill: string): Shape {
  const [cx, cy] = [x, y - length / 2];
  return {
    svg: `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(width / 2)}" ry="${n(length / 2)}" transform="rotate(${n(angle)} ${n(x)} ${n(y)})" fill="${safeColor(fill)}"/>`,
    ...around([polar(x, y, length, angle)]),
  };
}

/** A path that is already closed and drawn, with a place, a size and a color. */
export const placed = (
  path: string,
  box: Bounds,
  x: number,
  y: number,
  scale: number,
  fill: string,
  clip = "",
): Shape => ({
  svg: `<path d="${path}" transform="translate(${n(x)} ${n(y)}) scale(${Math.round(scale * 10_000) / 10_000})" fill="${safeColor(fill)}"${clip ? ` clip-path="url(#${clip})"` : ""}/>`,
  left: x + box.left * scale,
  right: x + box.right * scale,
  top: y + box.top * scale,
  bottom: y + box.bottom * scale,
});

/** The point of a circle at an angle in degrees; 0 is up, 90 is right. */
export function polar(x: number, y: number, radius: number, angle: number): Point {
  const radians = (angle / 180) * Math.PI;
  return [x + radius * Math.sin(radians), y - radius * Math.cos(radians)];
}

/** A regular polygon, with a corner up. */
export const regular = (x: number, y: number, radius: number, corners: number, turn = 0): Point[] =>
  Array.from({ length: corners }, (_, i) => polar(x, y, radius, turn + (360 / corners) * i));

export function around(points: readonly Point[]): Bounds {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The bounding box of several shapes. */
export const union = (shapes: readonly Bounds[]): Bounds => ({
  left: Math.min(...shapes.map((shape) => shape.left)),
  right: Math.max(...shapes.map((shape) => shape.right)),
  top: Math.min(...shapes.map((shape) => shape.top)),
  bottom: Math.max(...shapes.map((shape) => shape.bottom)),
});

/** Several shapes as one, moved and scaled. */
export function group(shapes: readonly Shape[], x = 0, y = 0, scale = 1): Shape {
  const box = union(shapes);
  const svg = shapes.map((shape) => shape.svg).join("");
  return {
    svg: x || y || scale !== 1 ? `<g transform="translate(${n(x)} ${n(y)}) scale(${n(scale)})">${svg}</g>` : svg,
    left: x + box.left * scale,
    right: x + box.right * scale,
    top: y + box.top * scale,
    bottom: y + box.bottom * scale,
  };
}
