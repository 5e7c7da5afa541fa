import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { SocialLinksSchema } from "../../gen/uvboard/v1/user_pb";
import { socialLinks } from "./links";

// spec: profile.links, profile.website
test("links are built from the handles", () => {
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

test("a website that is not an http URL is left out", () => {
  expect(socialLinks(create(SocialLinksSchema, { website: "javascript:alert(1)" }))).toEqual([]);
});
