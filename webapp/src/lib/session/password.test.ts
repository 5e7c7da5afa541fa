import { expect, test } from "vitest";
import { passwordHint } from "./password";

const guessed = /That password is easy to guess/;

test.each(["password", "Password1!", "qwerty123", "123456789012", "aaaaaaaaaaaa", "987654", "vibecoding"])(
  "%s is reported as common",
  (password) => {
    expect(passwordHint(password, "kilnfire")).toMatch(guessed);
  },
);

test("a password with the username has its own hint", () => {
  expect(passwordHint("my-KilnFire-pass", "kilnfire")).toMatch(/contains your username/);
});

test("short and repeating passwords are reported as easy to guess", () => {
  expect(passwordHint("x7k2m9q", "kilnfire")).toMatch(/easy to guess/);
  expect(passwordHint("abababababab", "kilnfire")).toMatch(/easy to guess/);
});

test.each(["two drums and a squeegee", "Zt8#kQ1v!pR3"])("%s has no hint", (password) => {
  expect(passwordHint(password, "kilnfire")).toBeUndefined();
});

test("a very short password and an empty username have no hint", () => {
  expect(passwordHint("12345", "kilnfire")).toBeUndefined();
  expect(passwordHint("two drums and a squeegee", "")).toBeUndefined();
});
