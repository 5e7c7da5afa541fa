import { expect, test } from "vitest";
import { withScheme } from "./webAddress";

test.each([
  ["example.org", "https://example.org"],
  [" www.example.org/a?b=c#d ", "https://www.example.org/a?b=c#d"],
  ["example.org:8080/path", "https://example.org:8080/path"],
  ["example.org?to=https://other.example", "https://example.org?to=https://other.example"],
  ["bücher.example", "https://bücher.example"],
])("prefixes %s, which starts with a host name", (typed, address) => {
  expect(withScheme(typed)).toBe(address);
});

test.each([
  "",
  "http://example.org",
  "https://example.org",
  "HTTP://example.org",
  "ftp://example.org",
  "javascript:alert(1)",
  "javascript:alert.call(1)",
  "data:text/html,example.org",
  "mailto:ada@example.org",
  "ada@example.org",
  "localhost",
  "not an.address",
  "example.org/a b",
  "/uploads/a.png",
  "//example.org",
  ".org",
  "example.org:port",
  "example..org",
])("leaves %j unchanged", (typed) => {
  expect(withScheme(typed)).toBe(typed);
});
