import { expect, test } from "vitest";
import { passwordHint } from "./password";

const guessed = /That password is easy to guess/;

test.each(["password", "Password1!", "qwerty123", "123456789012", "aaaaaaaaaaaa", "987654", "vibecoding"])(
  "%s is called guessed",
  (password) => {
    expect(passwordHint(password, "kilnfire")).toMatch(guessed);
  },
);

test("a password around the username is told apart", () => {
  expect(passwordHint("my-KilnFire-pass", "kilnfire")).toMatch(/contains your username/);
});

test("a short or a repeating one is called easy", () => {
  expect(passwordHint("x7k2m9q", "kilnfire")).toMatch(/easy to guess/);
  expect(passwordHint("abababababab", "kilnfire")).toMatch(/easy to guess/);
});

test.each(["two drums and a squeegee", "Zt8#kQ1v!pR3"])("%s needs no word", (password) => {
  expect(passwordHint(password, "kilnfire")).toBeUndefined();
});

test("nothing is said before there is enough to judge, nor about an empty username", () => {
  expect(passwordHint("12345", "kilnfire")).toBeUndefined();
  expect(passwordHint("two drums and a squeegee", "")).toBeUndefined();
});
