export type PlateLine = { x: number; width: number; opacity: number };

const widths = [0.33, 0.33, 0.33, 0.71, 0.71, 0.71, 1.56, 1.56, 3.85];

/** The lines of the placeholder for a missing image, on a scale of 100. The same title always has the same lines. */
export function plateLines(title: string): PlateLine[] {
  const random = generator(title);
  return Array.from({ length: 20 + Math.floor(random() * 6) }, () => ({
    x: round(random() * 99.5),
    width: widths[Math.floor(random() * widths.length)] ?? 0.33,
    opacity: round(0.25 + random() * 0.6),
  }));
}

const round = (n: number) => Math.round(n * 100) / 100;

/** Pseudorandom numbers from 0 to 1 that are the same for the same text in every browser: mulberry32, seeded with its FNV-1a hash. */
export function generator(title: string): () => number {
  let seed = 0x811c9dc5;
  for (let i = 0; i < title.length; i++) seed = Math.imul(seed ^ title.charCodeAt(i), 0x01000193);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
