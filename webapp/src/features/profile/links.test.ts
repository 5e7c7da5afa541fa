import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { SocialLinksSchema } from "../../gen/uvboard/v1/user_pb";
import { socialLinks, toHandle } from "./links";

test("links are built from the handles, and only from those given", () => {
  const links = create(SocialLinksSchema, { github: "kiln", twitter: "@kilnfire", website: "https://kiln.example" });
  expect(socialLinks(links).map((link) => link.href)).toEqual([
    "https://github.com/kiln",
    "https://x.com/kilnfire",
    "https://kiln.example",
  ]);
  expect(socialLinks(create(SocialLinksSchema, { linkedin: "kiln-fire" }))[0]?.href).toBe(
    "https://www.linkedin.com/in/kiln-fire",
  );
  expect(socialLinks(undefined)).toEqual([]);
});

test("a website that is no http address is left out", () => {
  expect(socialLinks(create(SocialLinksSchema, { website: "javascript:alert(1)" }))).toEqual([]);
});

test.each([
  ["github", "https://github.com/kiln/", "kiln"],
  ["github", "github.com/kiln?tab=repositories", "kiln"],
  ["twitter", "https://twitter.com/kilnfire", "kilnfire"],
  ["twitter", "https://x.com/kilnfire/status/1", "kilnfire"],
  ["linkedin", "https://www.linkedin.com/in/kiln-fire/", "kiln-fire"],
  ["github", " @kiln ", "@kiln"],
] as const)("%s: %s is the handle %s", (site, typed, handle) => {
  expect(toHandle(site, typed)).toBe(handle);
});

test("an address of another site stays, for the rules to refuse", () => {
  expect(toHandle("github", "https://example.com/kiln")).toBe("https://example.com/kiln");
  expect(toHandle("linkedin", "https://linkedin.com/")).toBe("https://linkedin.com/");
});
