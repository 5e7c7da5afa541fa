import { expect, it } from "vitest";
import { timeLeft } from "./pending";

const at = 0x019de368fdd0; // the time in this id
const id = "019de368-fdd0-7000-be1e-4605db7e7829";
const hour = 3_600_000;

it.each([
  [0, "in 24 hours"],
  [hour / 2, "in 24 hours"],
  [19 * hour, "in 5 hours"],
  [23 * hour, "in 1 hour"],
  [23.5 * hour, "in 30 minutes"],
  [24 * hour, "in a minute"], // the recount follows
  [30 * hour, "in a minute"],
])("says when an account that is %d ms old has the age of a day", (age, text) => {
  expect(timeLeft(id, 24, at + age)).toBe(text);
});

it("says days if they are many", () => {
  expect(timeLeft(id, 720, at)).toBe("in 30 days");
});
