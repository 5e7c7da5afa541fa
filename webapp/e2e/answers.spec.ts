import type { Locator, Page } from "@playwright/test";
import { arrive, expect, test } from "./support/test";

const reply = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text }).last();
const toasts = (page: Page) => page.getByLabel("Notifications (F8)");

/** Answers a reply or a comment with its form, and expects the page to stay where it is. */
async function answerInPlace(page: Page, item: Locator, text: string) {
  await item.getByRole("button", { name: "Reply", exact: true }).click();
  await page
    .getByRole("form", { name: /^Reply to/ })
    .getByRole("textbox")
    .fill(text);
  const y = async () => (await item.boundingBox())?.y ?? Number.NaN;
  const before = await y();
  await page
    .getByRole("form", { name: /^Reply to/ })
    .getByRole("button", { name: "Post Reply" })
    .click();
  await expect(page.getByRole("form", { name: /^Reply to/ })).toBeHidden();
  await expect(
    toasts(page)
      .or(reply(page, text))
      .getByText(new RegExp(`posted successfully|${text}`))
      .first(),
  ).toBeVisible();
  expect(Math.abs((await y()) - before), `the place of ${await item.textContent()}`).toBeLessThan(4);
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 800 } });

  test("an answer to a reply leaves the reader in the same place", async ({ newMember }) => {
    const author = await newMember();
    const { thread } = await author.discuss();
    const ids: string[] = [];
    for (let n = 1; n <= 55; n++) ids.push(await author.reply(thread.id, `Answer number ${n}.`));
    const { page } = await newMember();

    await test.step("whose place is not loaded", async () => {
      await arrive(page, `/forum/thread/${thread.id}`, "Discuss");
      const answered = page.locator(`[id="post-${ids[19]}"]`);
      await answerInPlace(page, answered, "Far from its place.");
      await expect(answered).toBeFocused();
      await answered.getByRole("button", { name: "Reply", exact: true }).click();
      const place = await answered.boundingBox();
      await page
        .getByRole("form", { name: /^Reply to/ })
        .getByRole("button", { name: "Cancel" })
        .click();
      await expect(page.getByRole("form", { name: /^Reply to/ })).toBeHidden();
      await expect(page.getByRole("textbox", { name: "Add Reply" })).not.toBeInViewport();
      await expect(answered).toBeFocused();
      expect((await answered.boundingBox())?.y, "after a cancelled answer").toBe(place?.y);
      await expect(page.getByText("Answer number 1.", { exact: true })).toBeAttached();
      await toasts(page).getByRole("button", { name: "Show" }).click();
      await expect(reply(page, "Far from its place.")).toBeInViewport();
      await expect(reply(page, "Far from its place.")).toBeFocused();
    });

    await test.step("whose place is on the screen", async () => {
      await arrive(page, `/forum/thread/${thread.id}?post=${ids[51]}`, "Discuss");
      await answerInPlace(page, page.locator(`[id="post-${ids[52]}"]`), "Right below.");
      await expect(reply(page, "Right below.")).toBeFocused();
      await expect(toasts(page)).toContainText("Reply posted successfully!");
      await expect(toasts(page).getByRole("button", { name: "Show" })).toHaveCount(0);
    });

    await test.step("to the thread", async () => {
      await page.getByRole("textbox", { name: "Add Reply" }).fill("At the end.");
      await page.getByRole("form", { name: "Add Reply" }).getByRole("button", { name: "Post Reply" }).click();
      await expect(reply(page, "At the end.")).toBeFocused();
      await expect(reply(page, "At the end.")).toBeInViewport();
      await expect(page.getByRole("textbox", { name: "Add Reply" })).toBeInViewport();
    });
  });
});

test("an answer to a comment leaves the reader in the same place", async ({ newMember }) => {
  const author = await newMember();
  const story = await author.write();
  const comments: string[] = [];
  for (let n = 1; n <= 55; n++) {
    const data = { content: `Comment number ${n}.` };
    const made = await author.page.request.post(`/api/blog/posts/${story.id}/comments`, { data });
    comments.push(((await made.json()) as { id: string }).id);
  }
  const { page } = await newMember();
  await arrive(page, `/blog/${story.id}`, story.title);
  const answered = page.locator(`[id="comment-${comments[19]}"]`);
  await answerInPlace(page, answered, "Far from its place.");
  await expect(answered).toBeFocused();
  await toasts(page).getByRole("button", { name: "Show" }).click();
  await expect(reply(page, "Far from its place.")).toBeInViewport();
  // The text is not offered again.
  await answered.getByRole("button", { name: "Reply", exact: true }).first().click();
  await expect(page.getByRole("form", { name: /^Reply to/ }).getByRole("textbox")).toHaveValue("");

  await page.getByRole("textbox", { name: "Comment" }).first().fill("Below all others.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(page.getByRole("heading", { name: "Comments (57)" })).toBeInViewport();
  await expect(toasts(page)).toContainText("Comment posted successfully!");
});
