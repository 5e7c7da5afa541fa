import { describe, expect, it } from "vitest";
import { parseSearch, readParams, stringifySearch } from "./address";

describe("search parameters", () => {
  it("keeps numbers and booleans as strings", () => {
    expect(parseSearch("?q=123&on=true")).toEqual({ q: "123", on: "true" });
  });
  it("parses what it formats", () => {
    const words = { q: 'a & b = "c" +ü', view: "list" };
    expect(parseSearch(stringifySearch(words))).toEqual(words);
  });
  it("leaves out empty and missing values", () => {
    expect(stringifySearch({ q: "", sort: undefined })).toBe("");
    expect(stringifySearch({ q: "x", sort: undefined })).toBe("?q=x");
  });
});

describe("readParams", () => {
  it("keeps the named parameters only", () => {
    expect(readParams("edit")({ edit: "1", other: "2" })).toEqual({ edit: "1" });
    expect(readParams("edit")({ edit: "", other: "2" })).toEqual({});
  });
});
