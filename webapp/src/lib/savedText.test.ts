import { beforeEach, describe, expect, it, vi } from "vitest";
import { readText, textKey, writeText } from "./savedText";

const stored = new Map<string, string>();
const storage = new Proxy(
  {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
  {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
);

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", storage);
});

const day = 24 * 60 * 60 * 1000;
const key = textKey("ada", "reply:1");

describe("a saved text", () => {
  it("is read by its account and form only", () => {
    writeText(key, { content: "half a sen" });
    expect(readText(key)).toEqual({ content: "half a sen" });
    expect(readText(textKey("ben", "reply:1"))).toEqual({});
    expect(readText(textKey("ada", "reply:2"))).toEqual({});
  });

  it("is removed when the form is blank", () => {
    writeText(key, { title: "a", content: "" });
    expect(stored.size).toBe(1);
    writeText(key, { title: " ", content: "\n" });
    expect(stored.size).toBe(0);
  });

  it("expires after 30 days", () => {
    writeText(key, { content: "old" }, 0);
    expect(readText(key, 30 * day)).toEqual({ content: "old" });
    expect(readText(textKey("ada", "other"), 31 * day)).toEqual({});
    expect(stored.size).toBe(0);
  });

  it.each(["", "null", "{", '{"at":"x"}', `{"at":${Date.now()},"values":{"content":1}}`])("is empty for %s", (text) => {
    stored.set(key, text);
    expect(readText(key)).toEqual({});
  });

  it("leaves other keys alone", () => {
    stored.set("uvboard.draft:ada:new", "x");
    readText(key);
    expect(stored.has("uvboard.draft:ada:new")).toBe(true);
  });

  it("is not needed", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(() => writeText(key, { content: "a" })).not.toThrow();
    expect(readText(key)).toEqual({});
  });
});
