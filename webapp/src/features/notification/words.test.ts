import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { AuthorSchema } from "../../gen/uvboard/v1/common_pb";
import { NotificationKind } from "../../gen/uvboard/v1/notification_pb";
import { sentence } from "./words";

const actor = create(AuthorSchema, { username: "ada", viberTag: "@ada" });

it.each([
  [NotificationKind.REPLY, 1, "", "@ada replied in “Which cone?”"],
  [NotificationKind.REPLY, 2, "", "@ada and 1 other replied in “Which cone?”"],
  [NotificationKind.COMMENT, 5, "", "@ada and 4 others commented on “Which cone?”"],
  [NotificationKind.VOTE_MILESTONE, 1, "1", "“Which cone?” has its first upvote"],
  [NotificationKind.VOTE_MILESTONE, 1, "25", "“Which cone?” has 25 upvotes"],
  [NotificationKind.FOLLOWER, 1, "", "@ada follows you"],
  [NotificationKind.FOLLOWER, 3, "", "@ada and 2 others follow you"],
  [NotificationKind.MODERATION, 1, "hide", "A moderator hid “Which cone?”"],
  [NotificationKind.MODERATION, 1, "warn", "A moderator has warned you."],
  [NotificationKind.MODERATION, 1, "ban", "A moderator has banned your account."],
  [NotificationKind.VOTES_HELD, 1, "held", "Your votes are held until an admin has looked at them."],
  [NotificationKind.VOTES_HELD, 1, "released", "Your votes count again."],
  [NotificationKind.MODERATION, 1, "refuse_appeal", "A moderator refused your appeal about “Which cone?”"],
  [NotificationKind.REPORT, 1, "hide", "A moderator hid what you reported. Thank you."],
  [NotificationKind.REPORT, 1, "dismiss", "A moderator looked at “Which cone?” and found nothing wrong."],
  [NotificationKind.PUBLISH_REQUEST, 1, "", "Your agent asks to publish “Which cone?”"],
  [NotificationKind.REVIEW, 1, "", "@ada reviewed your project in “Which cone?”"],
  [NotificationKind.REVIEW, 2, "", "@ada and 1 other reviewed your project in “Which cone?”"],
  [NotificationKind.REVIEW_USEFUL, 1, "", "@ada found your review useful in “Which cone?”"],
  [NotificationKind.WAITING, 1, "", "“Which cone?” waits for an answer"],
  [NotificationKind.LINK_DOWN, 1, "", "“Which cone?” has not answered for 3 days. Is it still there?"],
  [NotificationKind.SECURITY, 1, "login", "Somebody logged in to your account from a new browser."],
  [NotificationKind.SECURITY, 1, "passkey_removed", "A passkey of your account was removed."],
])("says %s of %s people, %s: %s", (kind, count, detail, said) => {
  expect(sentence({ kind, count, detail, title: "Which cone?", actor })).toBe(said);
});

it("says what wrote it for the person", () => {
  const said = { kind: NotificationKind.REPLY, detail: "", title: "Which cone?", actor, via: "Kiln bot" };
  expect(sentence({ ...said, count: 2 })).toBe("@ada via Kiln bot and 1 other replied in “Which cone?”");
});
