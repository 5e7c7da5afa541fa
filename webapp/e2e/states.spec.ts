import type { Page } from "@playwright/test";
import { startBoard } from "./support/board";
import { withoutFirst } from "./support/first";
import { arrive, test as base, expect } from "./support/test";

// These journeys have an empty server to themselves.
const test = base.extend({
  board: [
    async ({ database }, use) => {
      const board = await startBoard(database);
      await use(board);
      expect(await board.stop(), "errors in the server's log").toEqual([]);
    },
    { scope: "worker" },
  ],
});

// In order, since the first journey needs the server empty.
test.describe.configure({ mode: "default" });

test("an empty board shows empty states that lead on", async ({ page: guest, newMember }) => {
  await arrive(guest, "/", "UV Board");
  const trending = guest.getByRole("region", { name: "Trending Projects" });
  // spec: home.empty.trending
  await expect(trending.getByRole("heading", { name: "No Trending Projects Yet" })).toBeVisible();
  const newest = guest.getByRole("region", { name: "Newest Projects" });
  // spec: home.empty.newest
  await expect(newest.getByRole("heading", { name: "Be the First to Showcase Your Project!" })).toBeVisible();
  for (const section of [trending, newest]) {
    await expect(section.getByText("Be the First to Showcase Your Project!")).toBeVisible();
    // spec: home.empty.guest, guest.prompts
    await expect(section.getByRole("link", { name: "Sign In to Submit" })).toHaveAttribute("href", "/login");
  }
  await expect(guest.getByRole("region", { name: "Featured Projects" })).toHaveCount(0);
  // spec: home.news.empty
  await expect(guest.getByText("No news articles available. Check back soon!")).toBeVisible();
  // spec: home.stories.empty
  await expect(guest.getByText("No blog posts yet. Check back soon!")).toBeVisible();
  // spec: home.vibers.empty
  await expect(guest.getByText("No vibers yet. Be the first!")).toBeVisible();
  await expect(guest.getByRole("region", { name: "Community stats" })).toContainText("Projects 0");

  await arrive(guest, "/search", "Explore");
  await expect(guest.getByRole("heading", { name: "No projects found matching your search" })).toBeVisible();
  // spec: explore.empty.first
  await expect(guest.getByText("Be the first to share a project with the community!")).toBeVisible();
  // spec: explore.empty.submit
  await guest.getByRole("link", { name: "Submit First Project" }).click();
  // spec: submit.guest, product.login.submit, role.guest.submit
  await expect(guest.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
  await expect(guest.getByRole("main").getByRole("link", { name: "Log In" })).toHaveAttribute("href", "/login");

  const { page } = await newMember();
  await arrive(page, "/", "UV Board");
  const submit = page.getByRole("region", { name: "Trending Projects" }).getByRole("link");
  await expect(submit).toHaveText("Submit Your Project");
  // spec: home.empty.member
  await expect(submit).toHaveAttribute("href", "/submit");
});

test("a failed request shows an error, and Try again loads it", async ({ page, newMember, watch }) => {
  watch.expect(/status of 500.*(ListProjects|GetProject|GetUserByUsername|ListTopUsers)/);
  const { publish, username } = await newMember();
  const { id, title } = await publish();
  await withoutFirst(page);
  for (const [call, path, found] of [
    // spec: error.search
    ["ListProjects", "/search", title],
    ["GetProject", `/projects/${id}`, title],
    ["GetUserByUsername", `/profile/${username}`, username],
    ["ListTopUsers", "/", username],
  ] as const) {
    await test.step(path, async () => {
      await fail(page, call);
      await page.goto(path);
      const said = page.getByRole("main").getByRole("alert").first();
      // spec: error.fallback
      await expect(said).toContainText("An error occurred");
      await page.unroute(`**/*${call}*`);
      await said.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("main").getByText(found).first()).toBeVisible();
      await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    });
  }
});

test("a failed session request shows an error with Try again instead of the login", async ({ newMember, watch }) => {
  watch.expect(/status of 500.*GetSession/);
  const { page, username } = await newMember();
  await withoutFirst(page);
  for (const [path, found] of [
    ["/settings", "Password"],
    ["/submit", "Quick Submit"],
    ["/profile", username],
  ] as const) {
    await test.step(path, async () => {
      await fail(page, "GetSession");
      await page.goto(path);
      const said = page.getByRole("main").getByRole("alert");
      await expect(said).toContainText("did not load");
      await page.unroute("**/*GetSession*");
      await said.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("main").getByText(found).first()).toBeVisible();
    });
  }
});

test("a loading list shows a skeleton and is announced as loading", async ({ page }) => {
  await withoutFirst(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*ListProjects*", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/search");
  // spec: explore.searching
  await expect(page.getByRole("status").filter({ hasText: "Searching..." })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(1);
  release();
  await expect(page.getByRole("status").filter({ hasText: /found$/ })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
});

const fail = (page: Page, call: string) =>
  page.route(`**/*${call}*`, (route) => route.fulfill({ status: 500, json: { code: "internal" } }));

test("VibeKit without an AI provider says what is missing, and draws logos", async ({ newMember, watch }) => {
  watch.expect(/status of 503/);
  const { page } = await newMember();
  await arrive(page, "/toolkit", "VibeKit");
  await expect(page.getByText("This site has no AI provider yet.").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Idea" }).fill("A log for kilns");
  await page.getByRole("button", { name: "Generate" }).first().click();
  // spec: error2.vibekit.key
  await expect(page.getByRole("alert").filter({ hasText: "OpenAI API Key Missing" })).toContainText(
    "The OpenAI API key must be configured in the server environment.",
  );
  await page.getByRole("button", { name: /^Logo Builder/ }).click();
  await page.getByRole("textbox", { name: "Brand name" }).fill("Kiln Log");
  await expect(page.getByRole("img", { name: "Logo of Kiln Log" })).toBeVisible();
});
