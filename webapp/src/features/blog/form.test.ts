import { expect, test } from "vitest";
import { addTags } from "./form";

test("tags are in lower case, without blanks and duplicates", () => {
  // spec: blog.form.tags, blog.new.tags_ignored
  expect(addTags(["go"], " AI, #Go,, react ,ai")).toEqual(["go", "ai", "react"]);
  expect(addTags([], "  ")).toEqual([]);
});
