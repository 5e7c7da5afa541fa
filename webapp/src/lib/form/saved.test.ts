import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guest, readSaved, savedKey, takeFromGuest, writeSaved } from "./saved";

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
afterEach(() => vi.unstubAllGlobals());

const day = 24 * 60 * 60 * 1000;
const key = savedKey("text", "ada", "reply:1");
const values = { content: "half a sen" };

describe("what a form has saved", () => {
  it("is read by its account and form only, until it is removed", () => {
    expect(writeSaved(key, { values })).toBe(true);
    expect(readSaved(key)).toEqual({ values, at: expect.any(Number) });
    expect(readSaved(savedKey("text", "ben", "reply:1"))).toBeUndefined();
    expect(readSaved(savedKey("text", "ada", "reply:2"))).toBeUndefined();
    expect(readSaved(savedKey("draft", "ada", "reply:1"))).toBeUndefined();
    writeSaved(key, null);
    expect(stored.size).toBe(0);
  });

  it("goes from a guest to the account that logs in, and replaces nothing", () => {
    writeSaved(savedKey("text", guest, "reply:1"), { values });
    expect(takeFromGuest("ada", "reply:2")).toBe(false);
    expect(takeFromGuest("ada", "reply:1")).toBe(true);
    expect(readSaved(key)).toEqual({ values, at: expect.any(Number) });
    expect(takeFromGuest("ben", "reply:1")).toBe(false);
    const other = { values: { content: "other words" } };
    writeSaved(savedKey("text", guest, "reply:1"), other);
    expect(takeFromGuest("ada", "reply:1")).toBe(false);
    expect(readSaved(key)).toMatchObject({ values });
    expect(readSaved(savedKey("text", guest, "reply:1"))).toMatchObject(other);
  });

  it("expires after 30 days", () => {
    writeSaved(key, { values }, 0);
    expect(readSaved(key, 30 * day)).toEqual({ values, at: 0 });
    expect(readSaved(savedKey("draft", "ada", "new"), 31 * day)).toBeUndefined();
    expect(stored.size).toBe(0);
  });

  it.each(["", "null", "3", "{", '{"at":"x"}', '{"values":{}}'])("is nothing for %s", (text) => {
    stored.set(key, text);
    expect(readSaved(key)).toBeUndefined();
  });

  it("leaves other keys alone", () => {
    stored.set("uvboard.shortcuts", "off");
    readSaved(key);
    expect(stored.has("uvboard.shortcuts")).toBe(true);
  });

  it("is not needed", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(writeSaved(key, { values })).toBe(false);
    expect(readSaved(key)).toBeUndefined();
  });
});
