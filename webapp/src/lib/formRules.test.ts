import { describe, expect, it, vi } from "vitest";
import { RegisterRequestSchema } from "../gen/rules/uvboard/v1/account_service_pb";
import { byFormField, loadRules } from "./formRules";

vi.stubGlobal("window", { setTimeout: (run: () => void) => run() });

describe("loadRules", () => {
  it("returns the errors of a message by its rules", async () => {
    const rules = await loadRules(async () => RegisterRequestSchema);
    expect(rules({ username: "ada", email: "", password: "123456" })).toEqual({ email: "Email is required" });
  });

  it("reports no errors if the rules do not load", async () => {
    const rules = await loadRules<typeof RegisterRequestSchema>(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(rules({ username: "" })).toEqual({});
  });
});

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
