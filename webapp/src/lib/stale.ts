// How long an answer counts as fresh, by how fast the thing changes and how much it hurts to show it late.
const second = 1000;

export const stale = {
  /** Changes by what this tab does itself, which then says so. */
  never: Number.POSITIVE_INFINITY,
  /** What happens on other devices and matters at once. */
  now: 0,
  /** Lists, profiles and projects: going back and forth must not load again. */
  page: 60 * second,
  /** Counts of the whole community. */
  stats: 5 * 60 * second,
} as const;
