// How long a response counts as fresh, by how often the data changes and how much it matters to show it late.
const second = 1000;

export const stale = {
  /** Data that changes only through this tab, which then updates the cache. */
  never: Number.POSITIVE_INFINITY,
  /** Data that changes on other devices and matters at once. */
  now: 0,
  /** Lists, profiles and projects: going back and forth does not fetch them again. */
  page: 60 * second,
  /** News, which change every half hour. */
  news: 30 * second,
  /** Community-wide counts. */
  stats: 5 * 60 * second,
} as const;
