import { describe, expect, it } from "vitest";
import { hits, match } from "./match";

const best = (typed: string, texts: string[]) =>
  texts
    .map((text) => ({ text, score: match(typed, text)?.score ?? Number.NEGATIVE_INFINITY }))
    .filter(({ score }) => score > Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);

describe("match", () => {
  it.each([
    ["set", "Settings", [[0, 3]]],
    ["THEME", "Switch to light theme", [[16, 21]]],
    [
      "theme li",
      "Switch to light theme",
      [
        [10, 12],
        [16, 21],
      ],
    ],
    [
      "sp",
      "Submit Project",
      [
        [0, 1],
        [7, 8],
      ],
    ],
    ["ojec", "Submit Project", [[9, 13]]],
    [
      "stg",
      "Settings",
      [
        [0, 1],
        [2, 3],
        [6, 7],
      ],
    ],
    ["", "Anything", []],
    ["ß", "Straße", [[4, 5]]],
    ["i", "İstanbul in spring", [[9, 10]]],
  ])("%j hits %j", (typed, text, ranges) => {
    expect(match(typed, text)?.ranges).toEqual(ranges);
  });

  it.each([
    ["zz", "Settings"],
    ["settings home", "Settings"],
    // Two letters must be initials.
    ["ca", "Contact"],
    // Letters in order, but from no word's beginning.
    ["eng", "Settings"],
  ])("%j does not hit %j", (typed, text) => {
    expect(match(typed, text)).toBeUndefined();
  });

  it("prefers the start of the text, then of a word, then less text", () => {
    expect(best("pro", ["Submit Project", "Profile", "Improve"])).toEqual(["Profile", "Submit Project", "Improve"]);
    expect(best("home", ["Home of the brave", "Home"])).toEqual(["Home", "Home of the brave"]);
  });
});

describe("hits", () => {
  it("shows the words that are there and leaves out those that are not", () => {
    expect(hits("salt diary", "A diary for walkers")).toEqual([[2, 7]]);
    expect(hits("aa a", "aaa")).toEqual([[0, 2]]);
  });
});
