import { count } from "../../../lib/text/text";

const units = ["bytes", "KB", "MB", "GB", "TB"];

/** A size as "812 bytes", "3.4 MB" or "120 GB". */
export function formatBytes(bytes: number): string {
  let n = bytes;
  let unit = 0;
  while (n >= 1000 && unit < units.length - 1) {
    n /= 1000;
    unit++;
  }
  return `${unit === 0 || n >= 100 ? count(Math.round(n)) : n.toFixed(1)} ${units[unit]}`;
}

/** The change against the week before, as "+3", "−2" or "same". */
export function formatChange(now: number, before: number): string {
  if (now === before) return "same";
  return now > before ? `+${count(now - before)}` : `\u2212${count(before - now)}`;
}
