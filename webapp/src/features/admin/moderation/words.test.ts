import { expect, test } from "vitest";
import { actWords } from "./words";

test("an act of the audit log reads as a sentence, an unknown one too", () => {
  expect(actWords("lift")).toBe("lifted the suspension of");
  expect(actWords("grant_admin")).toBe("grant admin");
});
