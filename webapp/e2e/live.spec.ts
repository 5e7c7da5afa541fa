import type { Page } from "@playwright/test";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

// An idle machine takes a tenth of a second; these journeys share its processors with others.
const soon = { timeout: 5_000 };
const subscribe = /LiveService\/Subscribe/;
const reply = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text }).last();

const score = (page: Page, text: string) => reply(page, text).getByRole("status", { name: "Net score" });

/** Opens a page and waits until it receives live updates. */
async function follow(page: Page, path: string, heading: string | RegExp): Promise<void> {
  const followed = page.waitForResponse(subscribe);
  await arrive(page, path, heading);
  await followed;
}

test("what others do in a thread shows at once", async ({ page, newMember }) => {
  const author = await newMember();
  const voter = await newMember();
  const { channel, thread } = await author.discuss();
  await follow(page, `/forum/thread/${thread.id}`, "Discuss");
  const other = await page.context().newPage();
  await follow(other, `/forum/${channel.id}`, "Discuss");

  const id = await author.reply(thread.id, "It has just come.");
  await expect(reply(page, "It has just come.")).toBeVisible(soon);
  await expect(page.getByRole("heading", { name: "1 reply" })).toBeVisible(soon);
  await expect(other.getByText("1 reply")).toBeVisible(soon);

  await author.page.request.patch(`/api/forum/posts/${id}`, { data: { content: "It has changed." } });
  await expect(reply(page, "It has changed.")).toContainText("(edited)", soon);

  await voter.page.request.post("/api/votes", {
    data: { targetId: id, targetType: "forum_post", voteType: "upvote" },
  });
  await expect(score(page, "It has changed.")).toHaveText("1", soon);

  await author.page.request.delete(`/api/forum/posts/${id}`);
  await expect(page.getByText("No replies yet")).toBeVisible(soon);
  await expect(other.getByText("0 replies")).toBeVisible(soon);

  const title = unique("Thread ");
  const created = await author.page.request.post("/api/forum/threads", {
    data: { channelId: channel.id, title, content: "Which?" },
  });
  await expect(other.getByRole("link", { name: title })).toBeVisible(soon);
  await author.page.request.delete(`/api/forum/threads/${(await created.json()).id}`);
  await expect(other.getByRole("link", { name: title })).toBeHidden(soon);
});

test("a page fetches nothing when live updates begin, unless something has changed since it was made", async ({
  page,
  newMember,
}) => {
  const author = await newMember();
  const { thread } = await author.discuss();
  let asked = 0;
  page.on("request", (request) => /ListPosts/.test(request.url()) && asked++);
  await follow(page, `/forum/thread/${thread.id}`, "Discuss");
  await author.reply(thread.id, "After the beginning.");
  await expect(reply(page, "After the beginning.")).toBeVisible(soon);
  expect(asked, "one for the reply").toBe(1);

  await page.route(
    subscribe,
    async (route) => {
      await author.reply(thread.id, "Before the beginning.");
      await route.continue();
    },
    { times: 1 },
  );
  await page.reload();
  await expect(reply(page, "Before the beginning.")).toBeVisible();
});

test("new replies do not move the page, and a button goes to them", async ({ page, newMember }) => {
  const author = await newMember();
  const { thread } = await author.discuss();
  for (let n = 1; n <= 8; n++) await author.reply(thread.id, `Reply ${n}\n\n${"A line.\n\n".repeat(8)}`);
  await follow(page, `/forum/thread/${thread.id}`, "Discuss");
  const before = await page.evaluate(() => window.scrollY);
  await author.reply(thread.id, "The newest one.");
  const button = page.getByRole("button", { name: "1 new reply" });
  await expect(button).toBeVisible(soon);
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await button.click();
  await expect(reply(page, "The newest one.")).toBeInViewport();
  await expect(button).toBeHidden();
});

test("the user's own reply and vote show once", async ({ newMember }) => {
  const author = await newMember();
  const { page } = await newMember();
  const { thread } = await author.discuss();
  await author.reply(thread.id, "Vote on this.");
  await follow(page, `/forum/thread/${thread.id}`, "Discuss");
  await page.getByRole("textbox", { name: "Add Reply" }).fill("My own words.");
  await page.getByRole("button", { name: "Post Reply" }).click();
  await expect(page.getByText("Reply posted successfully!")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "My own words." })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /new repl/ })).toBeHidden();
  const up = reply(page, "Vote on this.").getByRole("button", { name: "Upvote" });
  await up.click();
  await expect(score(page, "Vote on this.")).toHaveText("1");
  await author.reply(thread.id, "Something else.");
  await expect(reply(page, "Something else.")).toBeVisible(soon);
  await expect(score(page, "Vote on this.")).toHaveText("1");
  await expect(up).toHaveAttribute("aria-pressed", "true");
});

test("a page that was offline or hidden shows what it missed", async ({ page, newMember }) => {
  const author = await newMember();
  const { thread } = await author.discuss();
  await follow(page, `/forum/thread/${thread.id}`, "Discuss");

  await page.context().setOffline(true);
  await author.reply(thread.id, "While it was offline.");
  await page.context().setOffline(false);
  await expect(reply(page, "While it was offline.")).toBeVisible();

  const ended = page.waitForEvent("requestfailed", { predicate: (request) => subscribe.test(request.url()) });
  await show(page, false);
  await ended;
  await author.reply(thread.id, "While it was hidden.");
  await show(page, true);
  await expect(reply(page, "While it was hidden.")).toBeVisible();
});

test("Home shows a new project", async ({ page, newMember }) => {
  const maker = await newMember();
  await follow(page, "/", /./);
  const { title } = await maker.publish();
  await expect(page.getByRole("main").getByText(title).first()).toBeVisible();
});

test("a warning shows on the open page", async ({ newMember, newAdmin }) => {
  const admin = await newAdmin();
  const { page, id } = await newMember();
  await follow(page, "/guidelines", /./);
  await admin.page.request.post("/uvboard.v1.ModerationService/WarnUser", {
    data: { userId: id, reason: "Please stay on topic." },
  });
  await expect(page.getByRole("note").filter({ hasText: "Please stay on topic." })).toBeVisible(soon);
});

/** Tells the page that its tab is in front or not. */
async function show(page: Page, visible: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, !visible);
}
