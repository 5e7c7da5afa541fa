import { expect, test } from "vitest";
import { idIn, nameOf } from "./paths";

test("an address ends in what names the item", () => {
  const id = "0198a1b2-0000-7000-8000-00aa11bb22cc";
  expect(nameOf({ id, url: "https://b.example/projects/kiln-log-7f3k9q2m1x" })).toBe("kiln-log-7f3k9q2m1x");
  expect(nameOf({ id, url: "/blog/7f3k9q2m1x#comment-1" })).toBe("7f3k9q2m1x");
  expect(nameOf({ id, url: "/forum/thread/a-b-7f3k9q2m1x?post=1" })).toBe("a-b-7f3k9q2m1x");
  expect(nameOf({ id, url: "" })).toBe(id);
});

test.each([
  ["kiln-log-7f3k9q2m1x", "7f3k9q2m1x"],
  ["7f3k9q2m1x", "7f3k9q2m1x"],
  ["kiln-00aa11bb22cc", "00aa11bb22cc"],
  ["0198a1b2-0000-7000-8000-00aa11bb22cc", "0198a1b2-0000-7000-8000-00aa11bb22cc"],
  ["kiln", "kiln"],
  ["nothing", "nothing"],
])("%s is asked for as %s", (name, id) => expect(idIn(name)).toBe(id));
