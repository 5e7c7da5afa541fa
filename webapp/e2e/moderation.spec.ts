import type { APIRequestContext, Page } from "@playwright/test";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

const main = (page: Page) => page.getByRole("main");

/** Calls a procedure of the moderation service. */
async function moderate(request: APIRequestContext, method: string, data: object): Promise<void> {
  const answer = await request.post(`/uvboard.v1.ModerationService/${method}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test("the author of hidden content sees why nobody else does, and others do not see it", async ({
  newMember,
  newAdmin,
  page: guest,
  watch,
}) => {
  watch.expect(/status of 404/);
  const author = await newMember();
  const other = await newMember();
  const admin = await newAdmin();
  const { request } = author.page.context();
  const project = await author.publish();
  const story = await author.write();
  const { thread } = await author.discuss();
  const others = await other.discuss();
  const reply = await author.reply(others.thread.id, "A reply to hide.");
  const printed = await other.write();
  const commented = await request.post(`/api/blog/posts/${printed.id}/comments`, {
    data: { content: "Words to hide." },
  });
  const { id: comment } = (await commented.json()) as { id: string };
  for (const [kind, targetId] of [
    ["PROJECT", project.id],
    ["BLOG_POST", story.id],
    ["FORUM_THREAD", thread.id],
    ["FORUM_POST", reply],
    ["BLOG_COMMENT", comment],
  ]) {
    await moderate(admin.page.context().request, "HideContent", {
      targetType: `REPORT_TARGET_TYPE_${kind}`,
      targetId,
      reason: "Off topic",
    });
  }

  const { page } = author;
  const note = main(page).getByRole("note");
  for (const [path, heading, sentence] of [
    [`/projects/${project.id}`, project.title, "A moderator has hidden this project. Only you and admins can see it."],
    [`/blog/${story.id}`, story.title, "A moderator has hidden this story. Only you and admins can see it."],
    [`/forum/thread/${thread.id}`, "Discuss", "A moderator has hidden this thread. Only you and admins can see it."],
    [
      `/forum/thread/${others.thread.id}`,
      "Discuss",
      "A moderator has hidden this reply. Only you and admins can see it.",
    ],
    [
      `/blog/${printed.id}`,
      printed.title,
      "The author of the story or a moderator has hidden this comment. Only you, the story's author and admins can see it.",
    ],
  ] as const) {
    await arrive(page, path, heading);
    await expect(note).toContainText(sentence);
    await expect(note.getByRole("link", { name: "contact us" })).toBeVisible();
  }
  await arrive(page, `/profile/${author.username}`, /./);
  await page.getByRole("tab", { name: /Projects/ }).click();
  await expect(main(page).getByText("Hidden by a moderator")).toBeVisible();
  await arrive(page, "/blog", /./);
  const own = page.getByRole("heading", { name: "Your Drafts and Hidden Stories" }).locator("..");
  await expect(own).toContainText(story.title);

  await arrive(admin.page, `/projects/${project.id}`, project.title);
  await expect(main(admin.page).getByRole("note")).toHaveText(
    "A moderator has hidden this project. Only its author and admins can see it.",
  );
  await arrive(guest, `/projects/${project.id}`, "Project Not Found");
  await arrive(guest, `/blog/${printed.id}`, printed.title);
  await expect(main(guest)).not.toContainText("Words to hide.");
});

test("a suspended user reads everything, is told why writing is refused, and loses nothing typed", async ({
  newMember,
  newAdmin,
  watch,
}) => {
  watch.expect(/status of 403/);
  // Home may list a project that another journey hides before its picture is asked for.
  watch.expect(/status of 404 .*\/uploads\//);
  const author = await newMember();
  const { thread } = await author.discuss();
  const { page, id, username } = await newMember(unique("loud_"));
  const admin = (await newAdmin()).page.context().request;
  const reason = "Too loud in every thread";
  await page.goto(`/forum/thread/${thread.id}`);
  const field = page.getByRole("textbox", { name: "Add Reply" });
  await field.fill("But I have something to say.");
  await moderate(admin, "SuspendUser", { userId: id, until: "2199-03-04T05:06:00Z", reason });

  const sentence = `Your account is suspended until 4 Mar 2199, 05:06 UTC. Reason: ${reason}`;
  const refusal = page.getByRole("alert").filter({ hasText: sentence });
  await page.getByRole("button", { name: "Post Reply" }).click();
  await expect(refusal).toBeVisible();
  const notice = page.getByRole("note").filter({ hasText: sentence });
  for (const path of ["/", `/profile/${username}`, `/forum/thread/${thread.id}`]) {
    await page.goto(path);
    await expect(notice).toContainText("You can read everything, but not post, vote or edit.");
  }
  await expect(page.getByText("You can't reply while your account is suspended.")).toBeVisible();
  await expect(field).toHaveCount(0);
  const vote = main(page).getByRole("button", { name: "Upvote" }).first();
  await vote.click();
  await expect(vote).toHaveAttribute("aria-pressed", "false");
  await expect(refusal).toBeVisible();

  await moderate(admin, "SuspendUser", { userId: id, until: null, reason });
  await page.reload();
  await expect(page.getByRole("note").filter({ hasText: `Your account is banned. Reason: ${reason}` })).toBeVisible();
  await moderate(admin, "LiftSuspension", { userId: id, reason: "Calm again" });
  await page.reload();
  await expect(field).toHaveValue("But I have something to say.");
  await expect(page.getByRole("note")).toHaveCount(0);
  await page.getByRole("button", { name: "Post Reply" }).click();
  await expect(page.getByText("Reply posted successfully!")).toBeVisible();
});

test("a warning stays until its user dismisses it", async ({ newMember, newAdmin }) => {
  const { page, id } = await newMember();
  const admin = (await newAdmin()).page.context().request;
  await moderate(admin, "WarnUser", { userId: id, reason: "Please stay on topic." });
  await arrive(page, "/guidelines", /./);
  const warning = page.getByRole("note").filter({ hasText: "A moderator has sent you a warning." });
  await expect(warning).toContainText("Please stay on topic.");
  await page.reload();
  await warning.getByRole("button", { name: "I Understand" }).click();
  await expect(warning).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(warning).toBeHidden();
  await moderate(admin, "WarnUser", { userId: id, reason: "Once more." });
  await page.reload();
  await expect(warning).toContainText("Once more.");
});

test("projects and profiles can be reported, and admins see the reports", async ({
  page: guest,
  newMember,
  newAdmin,
}) => {
  const maker = await newMember();
  const project = await maker.publish();
  const dialog = (page: Page) => page.getByRole("dialog");
  await arrive(guest, `/projects/${project.id}`, project.title);
  await main(guest).getByRole("button", { name: "Report" }).click();
  await expect(dialog(guest)).toContainText("You need to be logged in to report a project.");
  await arrive(guest, `/profile/${maker.username}`, maker.username);
  await main(guest).getByRole("button", { name: "Report" }).click();
  await expect(dialog(guest)).toContainText("You need to be logged in to report a profile.");
  await arrive(maker.page, `/projects/${project.id}`, project.title);
  await expect(main(maker.page).getByRole("button", { name: "Report" })).toHaveCount(0);

  for (const [path, heading, what] of [
    [`/projects/${project.id}`, project.title, "project"],
    [`/profile/${maker.username}`, maker.username, "profile"],
  ] as const) {
    const { page } = await newMember();
    await arrive(page, path, heading);
    await main(page).getByRole("button", { name: "Report" }).click();
    await expect(dialog(page)).toContainText(`Report this ${what}`);
    await dialog(page).getByLabel("Reason").selectOption("Spam");
    await dialog(page).getByRole("button", { name: "Send Report" }).click();
    await expect(page.getByText("Report sent")).toBeVisible();
  }
  const admin = await newAdmin();
  await arrive(admin.page, "/admin?tab=moderation", "Admin Dashboard");
  await expect(main(admin.page).getByText(project.title).first()).toBeVisible();
  await expect(main(admin.page).getByText(maker.username).first()).toBeVisible();
});
