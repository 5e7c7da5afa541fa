import { expect, test } from "vitest";
import { ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import { actWords, withoutPage } from "./words";

test("an entry of the audit log reads as a sentence, with an unknown action too", () => {
  expect(actWords("lift")).toBe("lifted the suspension of");
  expect(actWords("burn_down")).toBe("burn down");
  expect(withoutPage(ReportTargetType.FORUM_CHANNEL, "1")).toBe("a deleted channel");
  expect(withoutPage(ReportTargetType.MAIL, "1")).toBe("a mail");
  expect(withoutPage(ReportTargetType.NEWS_FEED, "")).toBe("all news feeds");
});
