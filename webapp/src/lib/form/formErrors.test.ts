import { describe, expect, it } from "vitest";
import { byFormField } from "./formErrors";

describe("byFormField", () => {
  const values = { username: "", skills: "", socialLinks: { website: "" } };

  it.each([
    ["a field", "username", "username"],
    ["a nested field", "socialLinks.website", "socialLinks.website"],
    ["an item of a list", "skills[3]", "skills"],
  ])("assigns the error of %s", (_name, path, field) => {
    expect(byFormField({ [path]: "wrong" }, values)).toEqual({ [field]: "wrong" });
  });

  it("keeps the first error of a list", () => {
    expect(byFormField({ "skills[0]": "first", "skills[1]": "second" }, values)).toEqual({ skills: "first" });
  });

  it.each(["id", "socialLinks.github", "username.length", "toString"])(
    "leaves out %s, which the form lacks",
    (path) => {
      expect(byFormField({ [path]: "wrong" }, values)).toEqual({});
    },
  );
});
