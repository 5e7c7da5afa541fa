import type { Locator, Page } from "@playwright/test";
import { password } from "./support/members";
import { arrive, expect, test } from "./support/test";

const upvote = (page: Page) => page.getByRole("complementary").getByRole("button", { name: /^Upvote/ });
const downvote = (page: Page) => page.getByRole("complementary").getByRole("button", { name: /^Downvote/ });

test("a vote is counted at once and stored, and the last click decides", { tag: "@postgres" }, async ({
  newMember,
}) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  const { page } = await newMember();
  const stored = async () => (await (await page.request.get(`/api/votes/${id}/project`)).json()) as object;
  await arrive(page, `/projects/${id}`, title);

  // spec: vote.cast, vote.optimistic
  await test.step("cast", async () => {
    // The count changes before the response.
    const answer = await held(page, "/CastVote");
    await upvote(page).click();
    await expectVotes(page, { up: 1, down: 0, mine: "up" });
    const read = page.waitForResponse((response) => response.url().includes("/GetVoteSummary"));
    await answer.release();
    // spec: vote.refetched
    await read;
    await expectVotes(page, { up: 1, down: 0, mine: "up" });
  });

  // spec: vote.switch, vote.optimistic.switch
  await test.step("switch", async () => {
    const answer = answered(page);
    await downvote(page).click();
    await expectVotes(page, { up: 0, down: 1, mine: "down" });
    await answer;
    expect(await stored()).toMatchObject({ counts: { upvotes: 0, downvotes: 1 }, userVote: { voteType: "downvote" } });
  });

  // spec: vote.remove
  await test.step("remove", async () => {
    const answer = answered(page);
    await downvote(page).click();
    await expectVotes(page, { up: 0, down: 0, mine: "none" });
    await answer;
    expect(await stored()).toMatchObject({ counts: { upvotes: 0, downvotes: 0 }, userVote: null });
  });

  await test.step("several quick clicks", async () => {
    const answers = counted(page, /\/(CastVote|RemoveVote)$/);
    for (const button of [upvote, upvote, downvote, upvote]) await button(page).click();
    await expectVotes(page, { up: 1, down: 0, mine: "up" });
    await expect.poll(answers).toBe(4);
  });

  await test.step("a click before the summary is loaded removes the earlier vote", async () => {
    const summary = await held(page, "/GetVoteSummary?*");
    await arrive(page, `/projects/${id}`, title);
    const answer = answered(page);
    await upvote(page).click();
    await summary.release();
    await expectVotes(page, { up: 0, down: 0, mine: "none" });
    await answer;
    expect(await stored()).toMatchObject({ counts: { upvotes: 0, downvotes: 0 }, userVote: null });
  });
});

test("a vote changes every score of the project", async ({ newMember }) => {
  const maker = await newMember();
  // A category that no other journey uses, so that no other project is related.
  const weather = { primaryCategory: "weather" };
  const [first, second] = [await maker.publish(weather), await maker.publish(weather)];
  const { page } = await newMember();
  await arrive(page, `/search?q=${encodeURIComponent(first.title)}`, "Explore");
  const votes = page.getByRole("group", { name: `Vote on ${first.title}` });
  await votes.getByRole("button", { name: "Upvote" }).click();
  // spec: vote.compact, card.grid.votes
  await expect(votes.getByRole("status", { name: "Net score" })).toHaveText("1");
  await page.getByRole("article").getByRole("link", { name: first.title }).click();
  await expectVotes(page, { up: 1, down: 0, mine: "up" });
  const related = (title: string) => page.getByRole("main").getByRole("link", { name: title });
  await related(second.title).click();
  await expect(page.getByRole("heading", { level: 1, name: second.title })).toBeVisible();
  await related(first.title).click();
  await expect(page.getByRole("heading", { level: 1, name: first.title })).toBeVisible();
  await downvote(page).click();
  await expectVotes(page, { up: 0, down: 1, mine: "down" });
  // The list of related projects and the card were loaded before.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: second.title })).toBeVisible();
  await expect(related(first.title)).toContainText("−1 net votes");
  await page.goBack();
  await page.goBack();
  await expect(votes.getByRole("status", { name: "Net score" })).toHaveText("−1");
  await expect(votes.getByRole("button", { name: "Downvote" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("article").getByRole("link", { name: maker.username }).click();
  const card = page.getByRole("group", { name: "Statistics" }).locator("> *").filter({ hasText: "Reputation" });
  // spec: reputation.realtime, profile.reputation
  await expect(card).toHaveText("−2Reputation");
});

test("a guest who votes is asked to log in, and the vote is cast after the login, where it was clicked", async ({
  page,
  newMember,
}) => {
  const maker = await newMember();
  const { title } = await maker.publish();
  const voter = await newMember();
  await arrive(page, `/search?q=${encodeURIComponent(title)}`, "Explore");
  const sent = counted(page, /\/CastVote$/);
  const votes = page.getByRole("group", { name: `Vote on ${title}` });
  await votes.getByRole("button", { name: "Upvote" }).click();
  // spec: vote.login, product.login.vote
  const dialog = page.getByRole("dialog", { name: "Login Required" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(votes.getByRole("button", { name: "Upvote" })).toBeFocused();
  await votes.getByRole("button", { name: "Downvote" }).click();
  await dialog.getByRole("link", { name: "Login" }).click();
  await page.getByLabel("Username").fill(voter.username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  // spec: vote.login
  expect(sent()).toBe(0);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/search\?q=/);
  await expect(votes.getByRole("button", { name: "Downvote" })).toHaveAttribute("aria-pressed", "true");
  // spec: vote.net
  await expect(votes.getByRole("status", { name: "Net score" })).toHaveText("−1");
});

type Votes = { up: number; down: number; mine: "up" | "down" | "none" };

async function expectVotes(page: Page, { up, down, mine }: Votes) {
  // spec: vote.default, vote.default.count, project.side.vote
  await expect(upvote(page)).toHaveAccessibleName(`Upvote, ${up} upvote${up === 1 ? "" : "s"}`);
  await expect(downvote(page)).toHaveAccessibleName(`Downvote, ${down} downvote${down === 1 ? "" : "s"}`);
  await expectPressed(upvote(page), mine === "up");
  await expectPressed(downvote(page), mine === "down");
}

const expectPressed = (button: Locator, pressed: boolean) =>
  expect(button).toHaveAttribute("aria-pressed", String(pressed));

const answered = (page: Page) => page.waitForResponse(/\/(CastVote|RemoveVote)$/);

/**
 * Holds the answers to a call until they are released. The route stays: to remove it would stop the interception, and Chromium
 * may lose a request that is sent at that moment.
 */
async function held(page: Page, call: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${call}`, async (route) => {
    await released;
    await route.continue();
  });
  return {
    release: async () => {
      const answered = page.waitForResponse(`**${call}`);
      release();
      await answered;
    },
  };
}

/** How many calls of this kind have been answered. */
function counted(page: Page, call: RegExp): () => number {
  let answers = 0;
  page.on("response", (response) => {
    if (call.test(response.url())) answers++;
  });
  return () => answers;
}
