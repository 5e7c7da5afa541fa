import { describe, expect, it } from "vitest";
import { plateLines } from "./plate";

describe("plateLines", () => {
  it("are the same for the same title", () => expect(plateLines("Ember")).toEqual(plateLines("Ember")));
  it("differ between titles", () => expect(plateLines("Ember")).not.toEqual(plateLines("Embers")));
  it("are 20 to 25, within the plate", () => {
    for (const title of ["", "A", "Parallax Pantry", "é".repeat(80)]) {
      const lines = plateLines(title);
      expect(lines.length).toBeGreaterThanOrEqual(20);
      expect(lines.length).toBeLessThanOrEqual(25);
      expect(lines.every((line) => line.x >= 0 && line.x < 100 && line.opacity >= 0.25 && line.opacity <= 0.85)).toBe(
        true,
      );
    }
  });
});
