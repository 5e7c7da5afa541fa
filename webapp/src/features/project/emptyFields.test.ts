import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { LookingFor, ProjectSchema } from "../../gen/uvboard/v1/project_pb";
import { emptyFields } from "./emptyFields";

it("names the fields that are empty", () => {
  expect(emptyFields(create(ProjectSchema, { descriptionGenerated: true }))).toEqual([
    "Screenshots or a cover",
    "Your own description",
    "A demo link",
    "The problem it solves",
    "Tags",
    "What you're looking for",
  ]);
  const full = create(ProjectSchema, {
    media: { screenshots: ["/uploads/a.webp"] },
    links: { demo: "https://example.com/" },
    impact: { problem: "A problem." },
    tags: ["tag"],
    lookingFor: [LookingFor.USERS],
  });
  expect(emptyFields(full)).toEqual([]);
});
