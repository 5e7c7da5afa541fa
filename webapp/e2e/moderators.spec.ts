import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

test("an admin makes a member a moderator, who hides a thread from the queue and gets no settings", async ({
  newMember,
  newAdmin,
  watch,
}) => {
  watch.expect(/status of 40[34]/);
  const author = await newMember();
  const reporter = await newMember();
  const { thread } = await author.discuss();
  const details = unique("details ");
  const reported = await reporter.page.request.post("/api/reports", {
    data: { targetType: "forum_thread", targetId: thread.id, reason: "spam", details },
  });
  expect(reported.ok()).toBe(true);
  const { page, username, id } = await newMember();

  const admin = (await newAdmin()).page;
  await arrive(admin, `/admin?tab=users&q=${username}`, "Admin Dashboard");
  const row = admin.getByRole("row", { name: new RegExp(username) });
  await row.getByRole("button", { name: `Acts for ${username}` }).click();
  await admin.getByRole("menuitem", { name: "Change role" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Moderator" }).click();
  await dialog.getByRole("button", { name: "Change Role" }).click();
  await expect(admin.getByText(`${username} is now a moderator.`)).toBeVisible();
  await expect(row.getByText("Moderator", { exact: true })).toBeVisible();

  await arrive(page, `/forum/thread/${thread.id}`, "Discuss");
  await page
    .getByRole("banner")
    .getByRole("button", { name: `@${username}` })
    .click();
  await page.getByRole("menuitem", { name: "Moderation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Moderation" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Sections" }).getByRole("link")).toHaveText(["Queue", "Users"]);
  const report = page.getByRole("listitem").filter({ hasText: details });
  await report.getByRole("button", { name: /^Hide the thread/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText("The thread is hidden.")).toBeVisible();
  expect((await reporter.page.request.get(`/api/forum/threads/${thread.id}`)).status()).toBe(404);
  expect((await page.request.get(`/api/forum/threads/${thread.id}`)).status()).toBe(200);

  await page.getByRole("radiogroup", { name: "View" }).getByText("Audit log").click();
  const entry = page.getByRole("row").filter({ hasText: thread.title });
  await expect(entry).toContainText("hid");
  await expect(entry.getByRole("link", { name: new RegExp(username) })).toBeVisible();

  await arrive(page, "/admin?tab=settings", "Moderation");
  await expect(page.getByRole("link", { name: "Queue" })).toHaveAttribute("aria-current", "page");
  for (const [path, data] of [
    ["/api/admin/board", { tagline: "Mine" }],
    [`/api/admin/users/${id}/role`, { role: "admin" }],
    [`/api/admin/users/${author.id}/suspension`, { until: null, reason: "Spam" }],
  ] as const) {
    const refused = await page.request.put(path, { data });
    expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([403, "ADMIN_REQUIRED"]);
  }
});
