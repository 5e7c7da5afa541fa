/** Where a text was hit, as pairs of start and end. */
export type Ranges = [number, number][];

export type Match = { score: number; ranges: Ranges };

/**
 * How well a text answers what was typed: every typed word must be in it, at the start of a word, within one, or at
 * least as letters in this order from the start of a word. Undefined when one is not. Higher is better; nothing typed matches anything alike.
 */
export function match(typed: string, text: string): Match | undefined {
  let score = 0;
  const ranges: Ranges = [];
  for (const word of wordsOf(typed)) {
    const hit = whole(word, text) ?? scattered(word, text);
    if (!hit) return undefined;
    score += hit.score;
    ranges.push(...hit.ranges);
  }
  // Of two equal hits the one with less around it was rather meant.
  return { score: score - text.length / 1000, ranges: joined(ranges) };
}

/** The typed words that a text has in it, for showing why somebody else found it. */
export function hits(typed: string, text: string): Ranges {
  return joined(wordsOf(typed).flatMap((word) => whole(word, text)?.ranges ?? []));
}

const wordsOf = (text: string): string[] => lower(text).split(/\s+/).filter(Boolean);

// Letters whose lower case is of another length stay, so that places in both texts are the same.
const lower = (text: string): string =>
  Array.from(text, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join(
    "",
  );

function whole(word: string, text: string): Match | undefined {
  const within = lower(text);
  let best: number | undefined;
  for (let at = within.indexOf(word); at >= 0; at = within.indexOf(word, at + 1)) {
    if (startsWord(text, at)) return { score: at === 0 ? 4 : 3, ranges: [[at, at + word.length]] };
    best ??= at;
  }
  return best === undefined ? undefined : { score: 2, ranges: [[best, best + word.length]] };
}

// Letters in their order, the first of them at the start of a word; initials are worth most.
function scattered(word: string, text: string): Match | undefined {
  return along(word, text, true) ?? along(word, text, false);
}

function along(word: string, text: string, leaping: boolean): Match | undefined {
  const within = lower(text);
  const ranges: Ranges = [];
  let from = 0;
  for (const letter of word) {
    const at = (leaping || from === 0 ? startOf(letter, text, from) : undefined) ?? within.indexOf(letter, from);
    if (at < 0) return undefined;
    ranges.push([at, at + letter.length]);
    from = at + letter.length;
  }
  const starts = ranges.filter(([at]) => startsWord(text, at)).length;
  // Two letters stand in nearly any text in their order; they must be initials.
  const meant = ranges.length > 2 ? startsWord(text, ranges[0]?.[0] ?? 0) : starts === ranges.length;
  // Initials count, and more so how much of the text was typed.
  const score = (0.3 * starts) / ranges.length + (0.7 * word.length) / text.length;
  return meant ? { score, ranges } : undefined;
}

function startOf(letter: string, text: string, from: number): number | undefined {
  const within = lower(text);
  for (let at = within.indexOf(letter, from); at >= 0; at = within.indexOf(letter, at + 1)) {
    if (startsWord(text, at)) return at;
  }
  return undefined;
}

const startsWord = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "");

function joined(ranges: Ranges): Ranges {
  const result: Ranges = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
