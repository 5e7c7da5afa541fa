import { describe, expect, it } from "vitest";
import { mentionAt, withPrefix } from "./mention";

/** The mention at the | of a text, as [text before it, prefix, text after it]. */
function at(marked: string) {
  const cursor = marked.indexOf("|");
  const text = marked.replace("|", "");
  const typed = mentionAt(text, cursor);
  return typed && [text.slice(0, typed.start), typed.prefix, text.slice(typed.end)];
}

describe("mentionAt", () => {
  it.each([
    ["@|", ["", "", ""]],
    ["Hi @ad|", ["Hi ", "ad", ""]],
    ["(@ad|a), you", ["(", "ad", "), you"]],
    ["**@ada|**", ["**", "ada", "**"]],
    ["one\n@a_1|", ["one\n", "a_1", ""]],
    ["```\ncode\n```\n`x` @ada|", ["```\ncode\n```\n`x` ", "ada", ""]],
  ])("finds one in %j", (text, found) => {
    expect(at(text)).toEqual(found);
  });
  it.each(["me@e|", "https://e.com/@ad|", "@types/no|", "é@ad|", "@@ad|", "@ada |", "\\@ad|", `@${"a".repeat(21)}|`])(
    "finds none in %j",
    (text) => {
      expect(at(text)).toBeUndefined();
    },
  );
  it.each(["`@ad|", "```java\n@Over|", "~~~\n@ad|\n~~~"])("finds none in code: %j", (text) => {
    expect(at(text)).toBeUndefined();
  });
});

describe("withPrefix", () => {
  const user = (id: string, username: string) => ({ id, username });
  it("keeps users by the start of their name in any case, each once", () => {
    const users = [user("1", "Ada"), user("2", "zoe"), user("1", "Ada"), user("3", "ADAM"), user("4", "")];
    expect(withPrefix(users, "aD", 8)).toEqual([user("1", "Ada"), user("3", "ADAM")]);
    expect(withPrefix(users, "", 2)).toEqual([user("1", "Ada"), user("2", "zoe")]);
  });
});
