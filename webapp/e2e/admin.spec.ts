import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

test("an admin hides what is reported and takes it back", async ({ newMember, newAdmin, watch }) => {
  watch.expect(/status of 404/);
  const author = await newMember();
  const reporter = await newMember();
  const { page } = await newAdmin();
  const { thread } = await author.discuss();
  const words = unique("spam ");
  const reply = await author.reply(thread.id, words);
  const details = unique("details ");
  const reported = await reporter.page.context().request.post("/api/reports", {
    data: { targetType: "forum_post", targetId: reply, reason: "spam", details },
  });
  expect(reported.ok()).toBe(true);

  await arrive(page, "/admin?tab=moderation", "Admin Dashboard");
  const report = page.getByRole("listitem").filter({ hasText: details });
  await expect(report).toContainText(words);
  await report.getByRole("button", { name: /^Hide the reply/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
  await expect(report).toHaveCount(0);
  // The toast stays while the pointer is over it.
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.hover();
  await expect(page.getByRole("region", { name: "Moderation" })).toBeFocused();
  const replies = async () =>
    (await reporter.page.request.post("/uvboard.v1.ForumService/ListPosts", { data: { threadId: thread.id } })).text();
  expect(await replies()).not.toContain(words);

  await undo.click();
  await expect(report).toBeVisible();
  expect(await replies()).toContain(words);
});

test("an admin whose list is out of date is told that a report has been decided", async ({
  newMember,
  newAdmin,
  watch,
}) => {
  watch.expect(/status of 400/);
  const author = await newMember();
  const reporter = await newMember();
  const { page } = await newAdmin();
  const { thread } = await author.discuss();
  const details = unique("details ");
  const reported = await reporter.page.context().request.post("/api/reports", {
    data: { targetType: "forum_thread", targetId: thread.id, reason: "spam", details },
  });
  const { id } = (await reported.json()) as { id: string };
  await arrive(page, "/admin?tab=moderation", "Admin Dashboard");
  const report = page.getByRole("listitem").filter({ hasText: details });
  await expect(report).toBeVisible();
  const other = await newAdmin();
  const decided = await other.page.context().request.put(`/api/admin/reports/${id}`, {
    data: { action: "hide", reason: "Spam" },
  });
  expect(decided.ok()).toBe(true);

  await report.getByRole("button", { name: /^Dismiss the report/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This report has already been decided." })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(report).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

type Feed = { name: string; lastError: string };

test("an admin adds a feed, which is fetched, and removes it", async ({ newAdmin, watch }) => {
  watch.expect(/status of 400 .*AddNewsFeed/); // the private address
  const { page } = await newAdmin();
  await arrive(page, "/admin?tab=news", "Admin Dashboard");
  const name = unique("Kiln ");
  await page.getByRole("button", { name: "Add feed" }).click();
  const form = page.getByRole("form", { name: "New feed" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("URL").fill("file:///etc/passwd");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByText("URL must start with http:// or https://")).toBeVisible();
  await form.getByLabel("URL").fill("http://10.0.0.1/feed");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByText("Enter an address on the public internet, on port 80 or 443")).toBeVisible();
  // A host that does not exist.
  await form.getByLabel("URL").fill(`http://feed.invalid/${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Added");
  await expect
    .poll(async () => {
      const feeds = (await (await page.request.get("/api/admin/news/feeds")).json()) as Feed[];
      return feeds.find((feed) => feed.name === name)?.lastError;
    })
    .toBeTruthy();
  await page.reload();
  await expect(row).toContainText("Failed");
  await row.getByRole("button", { name: `Acts for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("region", { name: "News" })).toBeFocused();
});
