import { expect, test } from "vitest";
import { shareLinks } from "./shareLinks";

test("whatever a title holds stays inside its part of the address", () => {
  const links = shareLinks({ title: "Rock & Roll #1", tagline: "50% louder?" }, "https://uv.example/projects/a1");
  const by = Object.fromEntries(links.map(({ name, href }) => [name, new URL(href)]));
  expect(by.X?.searchParams.get("text")).toBe("Rock & Roll #1 - 50% louder?");
  expect(Object.entries(by).map(([name, { protocol, host }]) => `${name} ${protocol}//${host}`)).toEqual([
    // spec: project.share.x
    "X https://x.com",
    "LinkedIn https://www.linkedin.com",
    "Facebook https://www.facebook.com",
    "Email mailto://",
  ]);
  expect(by.X?.searchParams.get("url")).toBe("https://uv.example/projects/a1");
  // spec: project.share.linkedin
  expect(by.LinkedIn?.searchParams.get("url")).toBe("https://uv.example/projects/a1");
  // spec: project.share.facebook
  expect(by.Facebook?.searchParams.get("u")).toBe("https://uv.example/projects/a1");
  // Mail programs take a plus for a plus, so a space must be written out.
  expect(by.Email?.search).not.toContain("+");
  // spec: project.share.email
  expect(by.Email?.searchParams.get("body")).toBe("Rock & Roll #1 - 50% louder?\n\nhttps://uv.example/projects/a1");
});
