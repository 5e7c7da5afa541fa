/** A day as facts show it, such as "17 Nov 2026"; empty without one. Days are UTC's, so that a launch day stays itself. */
export function shortDate(date: Date | undefined): string {
  if (!date || Number.isNaN(date.getTime())) return "";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
}
