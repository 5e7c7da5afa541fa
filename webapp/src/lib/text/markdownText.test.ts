import { describe, expect, it } from "vitest";
import {
  appendQuotation,
  imageMark,
  insertBlock,
  insertLink,
  placeholder,
  quotation,
  toggleLines,
  toggleMark,
  withoutPlaceholders,
} from "./markdownText";

const at = (text: string, start: number, end = start) => ({ text, start, end });

describe("insertBlock", () => {
  it.each([
    ["into an empty text", at("", 0), at("X\n", 2)],
    ["after a line", at("one\n", 4), at("one\nX\n", 6)],
    ["inside a line", at("one two", 3), at("one\nX\n two", 6)],
    ["before a line break", at("one\ntwo", 3), at("one\nX\ntwo", 6)],
    ["instead of the selection", at("one two", 4, 7), at("one \nX\n", 7)],
  ])("puts a block %s on its own line", (_name, before, after) => {
    expect(insertBlock(before, "X")).toEqual(after);
  });
});

describe("toggleMark", () => {
  it("puts markers around the selection and removes them again", () => {
    const bold = toggleMark(at("a word", 2, 6), "**");
    expect(bold).toEqual(at("a **word**", 4, 8));
    expect(toggleMark(bold, "**")).toEqual(at("a word", 2, 6));
  });
  it("puts the cursor between the markers if nothing is selected", () => {
    expect(toggleMark(at("", 0), "`")).toEqual(at("``", 1));
  });
});

describe("toggleLines", () => {
  it("puts a prefix before each line of the selection and removes it again", () => {
    const listed = toggleLines(at("a\none\ntwo\nb", 3, 7), "- ");
    expect(listed).toEqual(at("a\n- one\n- two\nb", 5, 11));
    expect(toggleLines(listed, "- ")).toEqual(at("a\none\ntwo\nb", 3, 7));
  });
  it("takes the line of the cursor", () => {
    expect(toggleLines(at("", 0), "## ")).toEqual(at("## ", 3));
  });
});

describe("insertLink", () => {
  it("makes the selection its text and selects the address", () => {
    expect(insertLink(at("see here.", 4, 8))).toEqual(at("see [here](https://).", 11, 19));
    expect(insertLink(at("", 0))).toEqual(at("[text](https://)", 7, 15));
  });
});

describe("quotation", () => {
  it("quotes each line", () => {
    expect(quotation("one\n\ntwo \n")).toBe("> one\n>\n> two\n\n");
  });
  it("is added after an empty line", () => {
    expect(appendQuotation("", "one")).toBe("> one\n\n");
    expect(appendQuotation("mine\n", "one")).toBe("mine\n\n> one\n\n");
  });
});

describe("images", () => {
  it("have their name as text, without what would end it", () => {
    expect(imageMark("a [shot].png", "/uploads/1.png")).toBe("![a  shot](/uploads/1.png)");
    expect(imageMark(".png", "/uploads/1.png")).toBe("![image](/uploads/1.png)");
  });
  it("leave no placeholder behind", () => {
    const text = insertBlock(at("one\ntwo", 3), placeholder("a.png", 2)).text;
    expect(withoutPlaceholders(text)).toBe("one\ntwo");
    expect(withoutPlaceholders("![Uploading](/x) ![a](/uploads/1.png)")).toBe("![Uploading](/x) ![a](/uploads/1.png)");
  });
});
