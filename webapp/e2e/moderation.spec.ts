import type { APIRequestContext, Page } from "@playwright/test";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

const main = (page: Page) => page.getByRole("main");

/** Calls a procedure of the moderation service. */
async function moderate(request: APIRequestContext, method: string, data: object): Promise<void> {
  const answer = await request.post(`/uvboard.v1.ModerationService/${method}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test("a suspended user reads everything, is told why writing is refused, and loses nothing typed", async ({
  newMember,
  newAdmin,
  watch,
}) => {
  watch.expect(/status of 403/);
  const author = await newMember();
  const { thread } = await author.discuss();
  const { page, id } = await newMember();
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
  await page.reload();
  await expect(notice).toContainText("You can read everything, but not post, vote or edit.");
  await expect(page.getByText("You can't reply while your account is suspended.")).toBeVisible();
  await expect(field).toHaveCount(0);
  const vote = main(page).getByRole("button", { name: "Upvote" }).first();
  await vote.click();
  await expect(vote).toHaveAttribute("aria-pressed", "false");
  await expect(refusal).toBeVisible();

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
  await warning.getByRole("button", { name: "I Understand" }).click();
  await expect(warning).toBeHidden();
  await moderate(admin, "WarnUser", { userId: id, reason: "Once more." });
  await page.reload();
  await expect(warning).toContainText("Once more.");
  await expect(page.getByText("Please stay on topic.")).toHaveCount(0);
});

test("a member reports a project, and admins see the report", async ({ newMember, newAdmin }) => {
  const maker = await newMember();
  const project = await maker.publish();
  const { page } = await newMember();
  await arrive(page, `/projects/${project.id}`, project.title);
  await main(page).getByRole("button", { name: "More about this project" }).click();
  await page.getByRole("menuitem", { name: "Report" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Report this project");
  await dialog.getByLabel("Reason").selectOption("Spam");
  await dialog.getByRole("button", { name: "Send Report" }).click();
  await expect(page.getByText("Report sent")).toBeVisible();
  const reports = await (await newAdmin()).page.request.get("/api/admin/reports");
  expect(await reports.text()).toContain(project.id);
});

test("what is hidden after a report is shown again by another admin, whom its author asks", async ({
  newMember,
  newAdmin,
}) => {
  const maker = await newMember();
  const reporter = await newMember();
  const second = await newMember();
  const admin = await newAdmin();
  const { request } = admin.page.context();
  const { id, title } = await maker.publish();
  const [reason, answer] = [unique("An ad without a project "), unique("It is a project ")];
  for (const [path, data] of [
    [`/api/admin/users/${second.id}/admin`, { isAdmin: true }],
    ["/api/admin/board", { publicLog: true }],
  ] as const) {
    const done = await request.put(path, { data });
    expect(done.ok(), await done.text()).toBe(true);
  }
  const details = unique("details ");
  const reported = await reporter.page.context().request.post("/api/reports", {
    data: { targetType: "project", targetId: id, reason: "spam", details },
  });
  expect(reported.ok()).toBe(true);

  await arrive(admin.page, "/admin?tab=moderation", "Admin Dashboard");
  const report = admin.page.getByRole("listitem").filter({ hasText: details });
  await report.getByRole("button", { name: /^Hide the project/ }).click();
  const hide = admin.page.getByRole("dialog");
  await expect(hide.getByText("name nobody")).toBeVisible();
  await hide.getByLabel("Reason").fill(reason);
  await hide.getByRole("button", { name: "Hide" }).click();
  await expect(report).toHaveCount(0);

  await arrive(reporter.page, "/notifications", "Notifications");
  await expect(main(reporter.page).getByText("A moderator hid what you reported. Thank you.")).toBeVisible();
  await arrive(maker.page, "/notifications", "Notifications");
  const told = main(maker.page)
    .getByRole("listitem")
    .filter({ hasText: `Reason: ${reason}` });
  await told.getByRole("link", { name: `A moderator hid “${title}”` }).click();
  const notice = main(maker.page).getByRole("note").filter({ hasText: reason });
  await notice.getByRole("button", { name: "appeal once" }).click();
  const appeal = maker.page.getByRole("dialog");
  await appeal.getByRole("button", { name: "Send Appeal" }).click();
  await expect(appeal.getByText("Please say why the decision should be reversed")).toBeVisible();
  await appeal.getByLabel("Why should it be reversed?").fill("It fires a kiln.");
  await appeal.getByRole("button", { name: "Send Appeal" }).click();
  await expect(notice).toContainText("Your appeal waits for a moderator.");

  await arrive(admin.page, "/admin?tab=moderation&show=appeals", "Admin Dashboard");
  const own = admin.page.getByRole("listitem").filter({ hasText: title });
  await expect(own).toContainText("You made this decision, so another moderator must decide the appeal.");
  await expect(own.getByRole("button")).toHaveCount(0);
  await arrive(second.page, "/admin?tab=moderation&show=appeals", "Admin Dashboard");
  const open = second.page.getByRole("listitem").filter({ hasText: title });
  await expect(open).toContainText("It fires a kiln.");
  await open.getByRole("button", { name: `Grant the appeal about ${title}` }).click();
  const grant = second.page.getByRole("dialog");
  await grant.getByLabel("Reason").fill(answer);
  await grant.getByRole("button", { name: "Grant" }).click();
  await expect(open).toHaveCount(0);

  await arrive(maker.page, "/notifications", "Notifications");
  await expect(main(maker.page).getByText(`Reason: ${answer}`)).toBeVisible();
  await arrive(reporter.page, `/projects/${id}`, title);
  await arrive(reporter.page, "/moderation", "Moderation");
  const decisions = reporter.page.getByRole("list", { name: "Decisions" }).getByRole("listitem");
  await expect(decisions.filter({ hasText: reason })).toContainText("An admin hid a project");
  await expect(decisions.filter({ hasText: answer })).toHaveCount(2); // shown again, and the appeal granted
});
