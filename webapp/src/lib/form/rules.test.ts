import { readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import { expect, test, vi } from "vitest";
import { RegisterRequestSchema } from "../../gen/uvboard/v1/account_service_pb";
import { ProjectInputSchema } from "../../gen/uvboard/v1/project_input_pb";
import { CreateProjectRequestSchema } from "../../gen/uvboard/v1/project_service_pb";
import { UserInputSchema } from "../../gen/uvboard/v1/user_pb";
import { fetchRules } from "./rules";

vi.stubGlobal("fetch", async () => new Response(readFileSync("src/gen/rules.binpb")));
const rules = await fetchRules();
vi.unstubAllGlobals();

test("a valid message has no errors", () => {
  const message = create(RegisterRequestSchema, {
    username: "kiln_fire",
    email: "kiln@fire.example",
    password: "123456",
  });
  expect(rules.validate(RegisterRequestSchema, message)).toEqual({});
});

test("each field has the error of its first broken rule", () => {
  const message = create(RegisterRequestSchema, { username: "no spaces", email: "", password: "12345" });
  expect(rules.validate(RegisterRequestSchema, message)).toEqual({
    // spec: register.username.form
    username: "Username must be 3-20 characters, alphanumeric or underscore",
    // spec: register.email.required
    email: "Email is required",
    // spec: register.password.min, const2.password
    password: "Password must be at least 6 characters",
  });
});

test.each([
  ["https://例え.jp/ü?q=ö", true],
  ["https://de.wikipedia.org/wiki/Töpferei", true],
  ["https://i❤.example/👨\u200d👩", true],
  ["HTTPS://garden.example", true],
  ["https://user@例え.jp/", false],
  ["https://例え.jp/a b", false],
  ["https://例え.jp/\u202egnp", false],
  ["https://例\u200bえ.jp/", false],
  ["javascript:alert('ü')", false],
  ["例え.jp", false],
])("the website %s is valid: %s", (website, valid) => {
  const message = create(UserInputSchema, { socialLinks: { website } });
  const errors = rules.validate(UserInputSchema, message);
  expect(errors).toEqual(valid ? {} : { "socialLinks.website": "Please enter a valid URL" });
});

// spec: register.username.form, const2.username
test.each([
  ["ab", false],
  ["abc", true],
  ["a_2".repeat(6), true],
  ["x".repeat(20), true],
  ["x".repeat(21), false],
  ["a-b", false],
  ["zoë", false],
])("the username %s is allowed: %s", (username, allowed) => {
  const message = create(RegisterRequestSchema, { username, email: "kiln@fire.example", password: "123456" });
  expect(rules.validate(RegisterRequestSchema, message).username === undefined).toBe(allowed);
});

test("paths are in camelCase, joined by dots, without the values of optional lists", () => {
  const message = create(UserInputSchema, {
    displayName: "x".repeat(51),
    socialLinks: { website: "javascript:alert(1)" },
    skills: { values: Array.from({ length: 21 }, (_, i) => `skill ${i}`) },
  });
  expect(rules.validate(UserInputSchema, message)).toEqual({
    displayName: "Display name must be 50 characters or less",
    "socialLinks.website": "Please enter a valid URL",
    skills: "Maximum 20 skills of up to 40 characters each",
  });
});

test("line breaks, direction overrides and reserved names are refused as the server refuses them", () => {
  const account = create(RegisterRequestSchema, { username: "Admin", email: "kiln@fire.example", password: "123456" });
  expect(rules.validate(RegisterRequestSchema, account)).toEqual({ username: "This username is reserved" });
  for (const [displayName, good] of [
    ["Kiln\u202eFire", false],
    ["Kiln\nFire", false],
    ["Kiln\u0000Fire", false],
    ["Zoë 👩\u200d💻", true],
  ] as const) {
    const message = create(UserInputSchema, { displayName, skills: { values: [displayName] } });
    const fields = {
      displayName: "Display name must not contain line breaks or hidden control characters",
      skills: "Skills must not contain line breaks or hidden control characters",
    };
    expect(rules.validate(UserInputSchema, message)).toEqual(good ? {} : fields);
  }
});

test("the body field is removed from paths, also for rules of the whole message", () => {
  const message = create(CreateProjectRequestSchema, { project: { tagline: "too short" } });
  const fields = rules.validate(CreateProjectRequestSchema, message, "project");
  expect(fields.title).toBe("Title must be at least 3 characters");
  expect(fields.tagline).toBe("Tagline must be at least 10 characters");
  expect(Object.keys(fields).filter((path) => path.startsWith("project"))).toEqual([]);
});

test("limits are read from the rules, of texts and of lists", () => {
  expect(rules.sizeLimits(ProjectInputSchema, CreateProjectRequestSchema, "project")).toMatchObject({
    // spec: const2.title
    title: { min: 3, max: 80 },
    description: { min: 50, max: 3000 },
    secondaryCategories: { min: undefined, max: 2 },
    tags: { max: 10 },
    isPublic: { min: undefined, max: undefined },
  });
  expect(rules.sizeLimits(UserInputSchema).bio?.max).toBe(500);
});
