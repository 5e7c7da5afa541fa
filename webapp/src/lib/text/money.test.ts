import { expect, test } from "vitest";
import { money, readAmount } from "./money";

test("amounts are shown in dollars with cents", () => {
  // spec: const.donation.currency
  expect([5, 19.99, 1234.5].map(money)).toEqual(["$5.00", "$19.99", "$1,234.50"]);
});

// spec: donation.invalid, const.donation.min, const.donation.cents
test("an amount is a number of dollars and cents from 1 on", () => {
  const least = { message: "Please enter a valid donation amount (minimum $1)" };
  const cases: [string, ReturnType<typeof readAmount>][] = [
    ["1", { amount: 1 }],
    [" 19.99 ", { amount: 19.99 }],
    ["10000", { amount: 10_000 }],
    ["", least],
    ["0.99", least],
    ["-5", least],
    ["five", least],
    ["10000.01", { message: "Please enter a donation amount of at most $10,000" }],
    ["Infinity", { message: "Please enter a donation amount of at most $10,000" }],
    ["1.001", { message: "Please enter an amount with at most two decimals" }],
  ];
  for (const [text, want] of cases) expect([text, readAmount(text)]).toEqual([text, want]);
});
