import type { Page } from "@playwright/test";
import { startBoard } from "./support/board";
import { confirmEmail } from "./support/mails";
import { arrive, expect, test } from "./support/test";

const votes = (page: Page) => page.getByRole("complementary");
const upvote = (page: Page) => votes(page).getByRole("button", { name: /^Upvote/ });

test("a vote is pending until the email of the voter is confirmed, and says so", async ({ newMember, board }) => {
  const { id, title } = await (await newMember()).publish();
  const voter = await newMember();
  const { page } = voter;
  await arrive(page, `/projects/${id}`, title);
  await upvote(page).click();
  await expect(upvote(page)).toHaveAccessibleName("Upvote, 1 upvote");
  const pending = votes(page).getByText("1 pending.");
  await expect(pending).toContainText("Your vote counts for the ranking once you confirm your email.");

  await pending.getByRole("link", { name: "When it counts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Fair Votes" })).toBeVisible();
  await expect(page.getByText("Your votes become eligible once your email is confirmed.")).toBeVisible();

  await confirmEmail(board, voter);
  const summary = async () => (await page.request.get(`/api/votes/${id}/project`)).json();
  await expect.poll(summary).toMatchObject({
    counts: { upvotes: 1 },
    pending: { upvotes: 0 },
    userVote: { isEligible: true, reason: null },
  });
  await arrive(page, `/projects/${id}`, title);
  await expect(upvote(page)).toHaveAccessibleName("Upvote, 1 upvote");
  await expect(pending).toHaveCount(0);
});

test.describe("on a board where new accounts vote", () => {
  test.use({
    baseURL: async ({ database }, use) => {
      const board = await startBoard(database, { seeded: true, mail: false });
      await use(board.url);
      expect(await board.stop(), "errors in the server's log").toEqual([]);
    },
  });

  test("a project below the entry stands after those that have entered, and says what is missing", async ({
    newAdmin,
    newMember,
    page,
  }) => {
    const settings = { data: { voting: { minAccountHours: 0 } } };
    expect((await (await newAdmin()).page.request.put("/api/admin/board", settings)).status()).toBe(200);
    const entered = await (await newMember()).publish();
    const later = await (await newMember()).publish();
    const [ada, ben] = [await newMember(), await newMember()];
    await ada.vote(entered.id, "upvote");
    await ben.vote(entered.id, "upvote");
    await ada.vote(later.id, "upvote");
    const place = async (id: string) => (await (await page.request.get(`/api/projects/${id}/rank`)).json()).place;
    expect(await place(entered.id)).toBeLessThan(await place(later.id));

    await arrive(page, `/projects/${later.id}`, later.title);
    await votes(page).getByRole("button", { name: "Why is it here?" }).click();
    const dialog = page.getByRole("dialog", { name: "Why is it here?" });
    await expect(dialog).toContainText("1 eligible upvote and 0 downvotes");
    await expect(dialog).toContainText("1 eligible upvote of others is missing.");

    await ben.vote(later.id, "upvote");
    await arrive(page, "/search?sort=trending&view=list", "Explore");
    await page.getByRole("button", { name: `Why is ${later.title} here?` }).click();
    await expect(dialog).toContainText("2 eligible upvotes and 0 downvotes");
    await expect(dialog).not.toContainText("missing");
    await expect(dialog.getByRole("link", { name: "All rules" })).toBeVisible();
  });
});

test.describe("on a board as it comes", () => {
  test.use({
    baseURL: async ({ database }, use) => {
      const board = await startBoard(database, { mail: false });
      await use(board.url);
      expect(await board.stop(), "errors in the server's log").toEqual([]);
    },
  });

  test("a new member reads when a vote counts, and the rules", async ({ newMember }) => {
    const { id, title } = await (await newMember()).publish();
    const { page } = await newMember();
    await arrive(page, `/projects/${id}`, title);
    await upvote(page).click();
    await expect(upvote(page)).toHaveAccessibleName("Upvote, 1 upvote");
    await expect(votes(page).getByText("1 pending.")).toContainText("Your vote counts for the ranking in 24 hours.");

    await arrive(page, "/fair", "Fair Votes");
    const rules = page.getByRole("main");
    await expect(rules).toContainText("Your account must be 24 hours old.");
    await expect(rules).toContainText("from 2 eligible upvotes of others on");
    await expect(rules).toContainText("Of the first ten projects in Trending, at most 1 is of one owner.");
    await expect(rules).not.toContainText("email is confirmed");
  });
});
