import { expect, test } from "vitest";
import { contrasts, minContrast } from "./contrast";

test("an accent has its contrast in both themes, and a half-typed one has none", () => {
  const green = contrasts("#0e8a6a");
  expect(green?.light).toBeGreaterThan(minContrast);
  expect(green?.dark).toBeGreaterThan(minContrast);
  expect(contrasts("#ffee00")?.light).toBeLessThan(minContrast);
  expect(contrasts("#1a1128")?.dark).toBeLessThan(minContrast);
  expect(contrasts("#0e8")).toBeUndefined();
});
