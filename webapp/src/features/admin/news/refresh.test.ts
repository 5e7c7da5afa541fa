import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { NewsFeedSchema } from "../../../gen/uvboard/v1/news_pb";
import { pending } from "./refresh";

const feed = (url: string, more: MessageInitShape<typeof NewsFeedSchema> = {}) =>
  create(NewsFeedSchema, { url, isEnabled: true, ...more });

test("a refresh waits for every enabled feed to succeed or fail once more", () => {
  const before = [
    feed("a", { lastSuccessAt: timestampFromMs(1000) }),
    feed("b", { failures: 2 }),
    feed("c"),
    feed("stopped", { isEnabled: false }),
    feed("gone"),
  ];
  expect(pending(before, before)).toBe(4);
  const later = [
    feed("a", { lastSuccessAt: timestampFromMs(1001) }),
    feed("b", { failures: 3 }),
    feed("c"),
    feed("stopped", { isEnabled: false }),
  ];
  expect(pending(before, later)).toBe(1);
  later[2] = feed("c", { isEnabled: false });
  expect(pending(before, later)).toBe(0);
});
