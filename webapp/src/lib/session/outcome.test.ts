import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { BoardSchema } from "../../gen/uvboard/v1/board_pb";
import { readOutcome } from "./outcome";

const { providers } = create(BoardSchema, { providers: [{ id: "github", name: "GitHub" }] });

test.each([
  [
    "?provider=github&outcome=linked",
    { success: true, title: "Login Linked", text: "You can now log in with GitHub." },
  ],
  [
    "?provider=github&outcome=confirmed",
    { success: true, title: "Confirmed", text: "GitHub confirmed that it's you. Please go on." },
  ],
  [
    "?provider=github&outcome=canceled",
    { success: false, title: "Login Not Linked", text: "You canceled the login with GitHub." },
  ],
  [
    "?provider=github&outcome=broken",
    { success: false, title: "Login Not Linked", text: "The login with GitHub failed. Please try again." },
  ],
  ["?provider=<b>&outcome=failed", undefined],
  ["?provider=github", undefined],
  ["", undefined],
])("the outcome in %s", (query, outcome) => {
  expect(readOutcome(query, providers)).toEqual(outcome);
});
