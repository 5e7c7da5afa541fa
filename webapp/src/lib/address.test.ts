import { describe, expect, it } from "vitest";
import { parseSearch, readWords, stringifySearch } from "./address";

describe("the query of an address", () => {
  it("keeps numbers and truths as the words they are", () => {
    expect(parseSearch("?q=123&on=true")).toEqual({ q: "123", on: "true" });
  });
  it("comes back as it went", () => {
    const words = { q: 'a & b = "c" +ü', view: "list" };
    expect(parseSearch(stringifySearch(words))).toEqual(words);
  });
  it("leaves out what is empty or missing", () => {
    expect(stringifySearch({ q: "", sort: undefined })).toBe("");
    expect(stringifySearch({ q: "x", sort: undefined })).toBe("?q=x");
  });
});

describe("readWords", () => {
  it("keeps the named words alone", () => {
    expect(readWords("edit")({ edit: "1", other: "2" })).toEqual({ edit: "1" });
    expect(readWords("edit")({ edit: "", other: "2" })).toEqual({});
  });
});
