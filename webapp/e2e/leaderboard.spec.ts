import { confirmEmail } from "./support/mails";
import { arrive, expect, test } from "./support/test";

test("the top projects of a period lead to the periods before and to the project, which shows its places", async ({
  page,
}) => {
  await arrive(page, "/", "UV Board");
  await page.getByRole("link", { name: "Top of the week" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Top Projects" })).toBeVisible();
  await expect(page).toHaveURL(/\/top\/\d{4}\/w\d\d$/);
  await page.getByRole("navigation", { name: "Periods" }).getByRole("link", { name: "Month" }).click();
  await expect(page).toHaveURL(/\/top\/\d{4}\/\d\d$/);
  await page.getByRole("link", { name: "Previous month" }).click();
  await page.getByRole("link", { name: "Next month" }).click();
  await expect(page.getByRole("link", { name: "Next month" })).toHaveCount(0);
  const months = page.getByRole("navigation", { name: "Other months" });
  await months.getByRole("link").first().click();
  await expect(months.getByRole("link").first()).toHaveAttribute("aria-current", "page");

  // The demo data is of a year, whose periods the server closes when it starts.
  const closed = async () => (await page.request.get("/sitemap/leaderboards/start.xml")).text();
  await expect.poll(closed).toContain("/w");
  const weeks = (await closed()).match(/\/top\/\d{4}\/w\d\d/g);
  await arrive(page, weeks?.at(-1) ?? "", "Top Projects");
  const first = page.getByRole("main").getByRole("listitem").first().getByRole("link").first();
  const title = (await first.textContent()) ?? "";
  await first.click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const award = page.getByRole("link", { name: /^#1 · week/ }).first();
  await expect(award).toBeVisible();
  await award.click();
  await expect(page.getByRole("heading", { level: 1, name: "Top Projects" })).toBeVisible();
});

test("a vote on the leaderboard of today counts at once", async ({ newMember, board }) => {
  const maker = await newMember();
  const voter = await newMember();
  await confirmEmail(board, voter);
  await arrive(voter.page, "/", "UV Board");
  await voter.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Top" }).click();
  await voter.page.getByRole("navigation", { name: "Periods" }).getByRole("link", { name: "Day" }).click();
  const { id } = await maker.publish();
  const other = await newMember();
  await confirmEmail(board, other);
  await other.vote(id, "upvote");
  const row = voter.page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: voter.page.locator(`[data-project="${id}"]`) });
  await expect(row).toContainText("1 upvote");
  await row.getByRole("button", { name: "Upvote" }).click();
  await expect(row).toContainText("2 upvotes");
});

test("a maker copies the badge of a project", async ({ newMember, page: guest }) => {
  const { page, publish } = await newMember();
  const { id, title } = await publish();
  await arrive(page, `/projects/${id}`, title);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Badge" }).click();
  const dialog = page.getByRole("dialog", { name: "Badge" });
  const image = dialog.getByRole("img", { name: `Badge of ${title}` });
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  await dialog.getByText("Light").click();
  await expect(dialog.getByText(`badge.svg?theme=light)](`)).toBeVisible();
  await dialog.getByRole("button", { name: "Copy Markdown" }).click();
  await expect(page.getByText("Copied!")).toBeVisible();

  const badge = await guest.request.get(`/projects/${id}/badge.svg`);
  expect(badge.headers()["set-cookie"]).toBeUndefined();
  expect(await badge.text()).toContain("0 votes");
});
