import { expect, test } from "vitest";
import { ProjectInputSchema } from "../gen/rules/uvboard/v1/project_input_pb";
import { UserInputSchema } from "../gen/rules/uvboard/v1/user_pb";
import { sizeLimits } from "./sizeLimits";

test("limits are read from the rules, of texts and of lists", () => {
  expect(sizeLimits(ProjectInputSchema)).toMatchObject({
    // spec: const2.title
    title: { min: 3, max: 80 },
    description: { min: 50, max: 3000 },
    secondaryCategories: { min: undefined, max: 2 },
    tags: { max: 10 },
    isPublic: { min: undefined, max: undefined },
  });
  expect(sizeLimits(UserInputSchema).bio?.max).toBe(500);
});
