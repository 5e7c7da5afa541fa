import type { ConnectRouter } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { AppealService } from "../../gen/uvboard/v1/appeal_service_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { board, kiln, maker, notFound, post, reader, thread } from "./board";
import { renderScreen } from "./render";

const isHidden = true;
/** A board where the kiln, its maker's texts, and a reply and a comment of the reader are hidden. */
const hidden = (user?: typeof maker) => (router: ConnectRouter) => {
  board({
    user,
    projects: [{ ...kiln, isHidden }],
    posts: [
      { ...post, isHidden },
      { ...post, id: "shown" },
    ],
    threads: [
      { ...thread, isHidden },
      { ...thread, id: "shown" },
    ],
  })(router);
  const text = { id: "1", userId: reader.id, author: reader, content: "Words", contentHtml: "<p>Words</p>", isHidden };
  router.rpc(ForumService.method.listPosts, () => ({ posts: [text] }));
  router.rpc(BlogService.method.listBlogComments, () => ({ comments: [text] }));
  router.rpc(AppealService.method.getDecision, ({ targetType }) =>
    targetType === ReportTargetType.BLOG_COMMENT ? notFound() : { decision: { action: "hide", reason: "Too hot" } },
  );
};

describe("what a moderator has hidden", () => {
  it.each([
    ["/projects/kiln", maker, "A moderator has hidden this project. Only you, moderators and admins can see it."],
    [
      "/projects/kiln",
      reader,
      "A moderator has hidden this project. Only its author, moderators and admins can see it.",
    ],
    ["/blog/post", maker, "A moderator has hidden this story. Only you, moderators and admins can see it."],
    ["/forum/thread/thread", maker, "A moderator has hidden this thread. Only you, moderators and admins can see it."],
    ["/forum/thread/shown", reader, "A moderator has hidden this reply. Only you, moderators and admins can see it."],
    [
      "/blog/shown",
      reader,
      "The author of the story or a moderator has hidden this comment. Only you, the story's author, moderators and admins can see it.",
    ],
  ])("at %s says so to %o", async (path, user, sentence) => {
    const main = (await renderScreen(path, hidden(user))).part("main", sentence);
    const own = !sentence.includes("its author");
    const byModerator = own && !sentence.includes("The author of the story");
    expect(main.text.includes("Reason: Too hot")).toBe(byModerator);
    expect(main.href("How we decide")).toBe(byModerator ? "/moderation" : undefined);
    expect(main.href("contact us")).toBe(own && !byModerator ? "/contact" : undefined);
  });

  it("is marked in its author's lists", async () => {
    const profile = await renderScreen("/profile/kilnfire", hidden(maker));
    expect(profile.part("article", "Kiln log").text).toContain("Hidden by a moderator");
    const stories = await renderScreen("/blog", hidden(maker));
    expect(stories.text).toContain("\nYour Drafts and Hidden Stories\nA winter of failed firings Hidden\n");
  });
});
