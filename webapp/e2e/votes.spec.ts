import type { Locator, Page } from "@playwright/test";
import { type Member, password } from "./support/members";
import { arrive, expect, test } from "./support/test";

const upvote = (page: Page) => page.getByRole("complementary").getByRole("button", { name: /^Upvote/ });
const downvote = (page: Page) => page.getByRole("complementary").getByRole("button", { name: /^Downvote/ });

test("a vote is counted at once and stored, on the project and on both profiles", { tag: "@postgres" }, async ({
  newMember,
}) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  const voter = await newMember();
  const { page } = voter;
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
    await expectStays(page, id, title, { up: 1, down: 0, mine: "up" });
    // spec: reputation.realtime, profile.reputation
    await expectStats(page, maker, { Projects: "1", "Votes Received": "1", Reputation: "5" });
    await expectStats(page, voter, { "Votes Given": "1", "Votes Received": "0", Reputation: "0" });
  });

  // spec: vote.switch, vote.optimistic.switch
  await test.step("switch", async () => {
    await arrive(page, `/projects/${id}`, title);
    const answer = answered(page);
    await downvote(page).click();
    await expectVotes(page, { up: 0, down: 1, mine: "down" });
    await answer;
    await expectStays(page, id, title, { up: 0, down: 1, mine: "down" });
    await expectStats(page, maker, { "Votes Received": "1", Reputation: "−2" });
    await expectStats(page, voter, { "Votes Given": "1" });
  });

  // spec: vote.remove
  await test.step("remove", async () => {
    await arrive(page, `/projects/${id}`, title);
    const answer = answered(page);
    await downvote(page).click();
    await expectVotes(page, { up: 0, down: 0, mine: "none" });
    await answer;
    await expectStays(page, id, title, { up: 0, down: 0, mine: "none" });
    await expectStats(page, maker, { "Votes Received": "0", Reputation: "0" });
    await expectStats(page, voter, { "Votes Given": "0" });
  });
});

test("the last of several quick clicks decides the vote", async ({ newMember }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  const { page } = await newMember();
  await arrive(page, `/projects/${id}`, title);
  const answers = counted(page, /\/(CastVote|RemoveVote)$/);
  for (const button of [upvote, upvote, downvote, upvote]) await button(page).click();
  await expectVotes(page, { up: 1, down: 0, mine: "up" });
  await expect.poll(answers).toBe(4);
  await expectStays(page, id, title, { up: 1, down: 0, mine: "up" });
});

test("a click before the vote summary is loaded removes an earlier vote", async ({ newMember }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  const { page, vote } = await newMember();
  await vote(id, "upvote");
  const summary = await held(page, "/GetVoteSummary?*");
  await arrive(page, `/projects/${id}`, title);
  const answer = answered(page);
  await upvote(page).click();
  await summary.release();
  await expectVotes(page, { up: 0, down: 0, mine: "none" });
  await answer;
  await expectStays(page, id, title, { up: 0, down: 0, mine: "none" });
});

test("a vote on a card is shown on the project's page", async ({ newMember }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  const { page } = await newMember();
  await arrive(page, `/search?q=${encodeURIComponent(title)}`, "Explore");
  const votes = page.getByRole("group", { name: `Vote on ${title}` });
  await votes.getByRole("button", { name: "Upvote" }).click();
  // spec: vote.compact, card.grid.votes
  await expect(votes.getByRole("status", { name: "Net score" })).toHaveText("1");
  await expect(votes.getByRole("button", { name: "Upvote" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("article").getByRole("link", { name: title }).click();
  await expectVotes(page, { up: 1, down: 0, mine: "up" });
  // The card shows it too after Back.
  await page.goBack();
  await expect(votes.getByRole("button", { name: "Upvote" })).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(votes.getByRole("status", { name: "Net score" })).toHaveText("1");
  await expect(votes.getByRole("button", { name: "Upvote" })).toHaveAttribute("aria-pressed", "true");
  await arrive(page, `/projects/${id}`, title);
});

test("a guest who votes is asked to log in, and no request is sent", async ({ page, newMember }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  await arrive(page, `/projects/${id}`, title);
  const sent = counted(page, /\/CastVote$/);
  // The code of the tooltips comes after the page.
  await expect(async () => {
    await page.mouse.move(5, 300);
    await upvote(page).hover();
    // spec: guest.tooltip.up
    await expect(page.getByRole("tooltip", { name: "Login to upvote" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await upvote(page).click();
  // spec: vote.login, product.login.vote
  const dialog = page.getByRole("dialog", { name: "Login Required" });
  // spec: login.dialog.text
  await expect(dialog).toContainText(
    "You need to be logged in to vote on projects. Join the community to support your favorite creators!",
  );
  // spec: login.dialog.buttons
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(upvote(page)).toBeFocused();

  await downvote(page).click();
  // spec: login.dialog.buttons
  await dialog.getByRole("link", { name: "Sign Up" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign up" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await upvote(page).click();
  // spec: login.dialog.buttons
  await dialog.getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL("/login");
  // spec: vote.login
  expect(sent()).toBe(0);
});

test("a guest's vote is cast after login, on the page where it was clicked", async ({ page, newMember }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  const voter = await newMember();
  const path = `/search?q=${encodeURIComponent(title)}`;
  await arrive(page, path, "Explore");
  const votes = page.getByRole("group", { name: `Vote on ${title}` });
  await votes.getByRole("button", { name: "Downvote" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Login" }).click();
  await page.getByLabel("Username").fill(voter.username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/search\?q=/);
  await expect(votes.getByRole("button", { name: "Downvote" })).toHaveAttribute("aria-pressed", "true");
  // spec: vote.net
  await expect(votes.getByRole("status", { name: "Net score" })).toHaveText("−1");
  await expectStays(page, id, title, { up: 0, down: 1, mine: "down" });
});

test("a vote changes every score of the project on the page", async ({ newMember }) => {
  const maker = await newMember();
  // A category that no other journey uses, so that no other project is related.
  const weather = { primaryCategory: "weather" };
  const [first, second] = [await maker.publish(weather), await maker.publish(weather)];
  const { page } = await newMember();
  // Loads the related projects into the cache before the vote.
  await arrive(page, `/projects/${second.id}`, second.title);
  const related = page.getByRole("main").getByRole("link", { name: first.title });
  await related.click();
  await expect(page.getByRole("heading", { level: 1, name: first.title })).toBeVisible();
  await upvote(page).click();
  await expectVotes(page, { up: 1, down: 0, mine: "up" });
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: second.title })).toBeVisible();
  await expect(related).toContainText("1 net votes");
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

// The counts change before the answer, and a reload would cancel a request without one.
const answered = (page: Page) => page.waitForResponse(/\/(CastVote|RemoveVote)$/);

// Checks the votes again after a reload.
async function expectStays(page: Page, id: string, title: string, votes: Votes) {
  await arrive(page, `/projects/${id}`, title);
  await expectVotes(page, votes);
}

async function expectStats(page: Page, member: Member, stats: Record<string, string>) {
  await arrive(page, `/profile/${member.username}`, member.username);
  const cards = page.getByRole("group", { name: "Statistics" });
  for (const [name, value] of Object.entries(stats)) {
    await expect(cards.locator("> *").filter({ hasText: name })).toHaveText(`${value}${name}`);
  }
}

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
