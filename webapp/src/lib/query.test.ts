import { expect, test } from "vitest";
import { newQueryClient } from "./query";
import { stale } from "./stale";

test("queries are neither repeated nor polled, and not fetched again when the window gets the focus", () => {
  const { queries } = newQueryClient().getDefaultOptions();
  // spec: call.data.retry
  expect(queries?.retry).toBe(false);
  // spec: call.data.focus
  expect(queries?.refetchOnWindowFocus).toBe(false);
  // spec: call.data.polling
  expect(queries?.refetchInterval).toBeUndefined();
});

test("news are fresh for 30 seconds", () => {
  // spec: call2.news.fresh, const2.news.stale
  expect(stale.news).toBe(30_000);
});
