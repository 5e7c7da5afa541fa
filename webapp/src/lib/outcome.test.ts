import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { BoardSchema } from "../gen/uvboard/v1/board_pb";
import { readOutcome } from "./outcome";

const { providers } = create(BoardSchema, { providers: [{ id: "github", name: "GitHub" }] });

test.each([
  ["?provider=github&outcome=linked", { linked: true, text: "You can now log in with GitHub." }],
  ["?provider=github&outcome=canceled", { linked: false, text: "You canceled the login with GitHub." }],
  ["?provider=github&outcome=broken", { linked: false, text: "The login with GitHub failed. Please try again." }],
  ["?provider=<b>&outcome=failed", undefined],
  ["?provider=github", undefined],
  ["", undefined],
])("the outcome in %s", (query, outcome) => {
  expect(readOutcome(query, providers)).toEqual(outcome);
});
