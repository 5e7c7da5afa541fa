import type { Page } from "@playwright/test";
import { confirmEmail } from "./support/mails";
import { unique } from "./support/members";
import { arrive, expect, ownBoard, test } from "./support/test";

const titles = (page: Page) => page.getByRole("article").getByRole("heading", { level: 3 });

test("a search with a typing error finds the nearest words, and operators are chosen by keyboard", async ({
  page,
  newMember,
  watch,
}) => {
  watch.expect(/status of 400 .*ListProjects/); // there is no such stage
  const letters = Array.from(unique("").replace(/[^0-9a-z]/gi, "")).map((c) =>
    String.fromCharCode(97 + (c.charCodeAt(0) % 26)),
  );
  const word = `zephyr${letters.slice(-6).join("")}`;
  const typed = word.replace("phy", "pyh");
  const maker = await newMember();
  const made = await maker.publish({ title: `Bath ${word}`, stage: "beta" });

  // The words of a new project are counted a few seconds later.
  await expect(async () => {
    await page.goto(`/search?q=${typed}`);
    await expect(page.getByText(`Nothing for “${typed}”. Showing results for “${word}”.`)).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await expect(titles(page)).toHaveText([made.title]);
  await page.getByRole("link", { name: `Search for “${typed}” as typed` }).click();
  await expect(page).toHaveURL(`/search?q=${typed}&exact=yes`);
  await expectLine(page, "0 projects found");

  const field = page.getByLabel("Search projects");
  await field.fill(`${word} st`);
  await expect(page.getByRole("option", { name: "stage:" })).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page.getByRole("option", { name: "stage:beta" })).toBeVisible();
  await field.pressSequentially("be");
  await expect(page.getByRole("option")).toHaveCount(1);
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(field).toHaveValue(`${word} stage:beta `);
  await field.press("Enter");
  await expect(titles(page)).toHaveText([made.title]);
  await page.goto(`/search?q=${word}+stage:alpha`);
  await expect(page.getByText(/There is no stage “alpha”/)).toBeVisible();
});

test("Explore finds projects by word prefixes, and the URL keeps filters, order and view", async ({
  page,
  newMember,
  board,
}) => {
  const word = unique("cyan");
  const maker = await newMember();
  const voter = await newMember();
  await confirmEmail(board, voter);
  const made = async (title: string, more: object) => maker.publish({ title: `${title} ${word}type`, ...more });
  const beta = await made("Bath", { stage: "beta", primaryCategory: "education", vibeTools: ["figma"] });
  const launched = await made("Arc", { stage: "launched", primaryCategory: "ai_agents", vibeTools: ["cursor"] });
  const idea = await made("Coat", { stage: "idea", primaryCategory: "ai_agents", vibeTools: ["cursor", "figma"] });
  await voter.vote(beta.id, "upvote");
  await maker.publish();

  // spec: route.search, explore.title
  await arrive(page, "/search", "Explore");
  await expect(page.getByRole("heading", { name: "Trending Searches" })).toBeVisible();
  await page.getByLabel("Search projects").fill(word);
  // spec: explore.search.enter
  await page.getByLabel("Search projects").press("Enter");
  await expect(page).toHaveURL(`/search?q=${word}`);
  // spec: explore.found
  await expectLine(page, "3 projects found");
  // spec: explore.filtered
  await expect(page.getByText("Filtered", { exact: true })).toBeVisible();
  // spec: explore.trending.hidden
  await expect(page.getByRole("heading", { name: "Trending Searches" })).toBeHidden();

  // spec: explore.panel
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByLabel("Category").selectOption("AI Agents");
  await expectLine(page, "2 projects found");
  await page.getByLabel("Tool").selectOption("Figma");
  // spec: explore.found
  await expectLine(page, "1 project found");
  await expect(titles(page)).toHaveText([idea.title]);
  // spec: explore.state, explore.defaults
  await expect(page).toHaveURL(`/search?q=${word}&category=ai_agents&tool=figma`);
  await page.getByLabel("Stage").selectOption("Launched");
  // spec: explore.empty
  await expect(page.getByRole("heading", { name: "No projects found matching your search" })).toBeVisible();
  // spec: explore.empty.filters
  await expect(page.getByText("Try different keywords or filters")).toBeVisible();

  await test.step("Back undoes one choice at a time, and a reload keeps the choices", async () => {
    await page.goBack();
    await expect(titles(page)).toHaveText([idea.title]);
    await expect(page.getByLabel("Stage")).toHaveValue("");
    await page.reload();
    await expect(titles(page)).toHaveText([idea.title]);
    await expect(page.getByLabel("Search projects")).toHaveValue(word);
    await expect(page.getByLabel("Tool")).toHaveValue("figma");
    await page.goBack();
    await expectLine(page, "2 projects found");
  });

  // spec: explore.server, explore.trending_rank, const.explore.sorts
  await test.step("each order", async () => {
    await page.getByLabel("Category").selectOption("All");
    for (const [order, expected] of [
      ["Newest", [idea, launched, beta]],
      ["Oldest", [beta, launched, idea]],
      ["Trending", [beta, idea, launched]],
      ["A-Z", [launched, beta, idea]],
    ] as const) {
      await page.getByLabel("Sort").selectOption(order);
      await expect(titles(page)).toHaveText(expected.map((project) => project.title));
    }
    await expect(page).toHaveURL(`/search?q=${word}&sort=alphabetical`);
  });

  await test.step("the list view", async () => {
    // spec: explore.view, const.explore.views
    await page.getByRole("button", { name: "List view" }).click();
    await expect(page).toHaveURL(`/search?q=${word}&sort=alphabetical&view=list`);
    const rows = page.getByRole("main").getByRole("list").getByRole("listitem").filter({ hasText: word });
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText(launched.title);
    await page.reload();
    // spec: home.trending.top3, const.home.trending
    await expect(rows).toHaveCount(3);
    await page.getByRole("button", { name: "Grid view" }).click();
    await expect(page).toHaveURL(`/search?q=${word}&sort=alphabetical`);
  });

  await test.step("quick filters and Clear Filters", async () => {
    await page.getByRole("button", { name: "Launched", exact: true }).click();
    // spec: explore.quick.stage
    await expect(page).toHaveURL(/stage=launched/);
    await expect(titles(page)).toHaveText([launched.title]);
    await page.getByRole("button", { name: "Launched", exact: true }).click();
    await expectLine(page, "3 projects found");
    const agents = page.getByRole("button", { name: "AI Agents", exact: true });
    await agents.click();
    // spec: explore.quick.category
    await expect(page).toHaveURL(/category=ai_agents/);
    await agents.click();
    await expect(page).not.toHaveURL(/category/);
    // Other choices are chips too; a click removes one.
    await page.getByLabel("Category").selectOption("AI Agents");
    await page.getByLabel("Tool").selectOption("Figma");
    await expectLine(page, "1 project found");
    await page.getByRole("button", { name: "Figma", exact: true }).click();
    await expectLine(page, "2 projects found");
    // spec: explore.clear, explore.clear.all
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await expect(page).toHaveURL("/search");
    await expect(page.getByLabel("Search projects")).toHaveValue("");
  });
});

test.describe("with many projects", () => {
  test.use({ baseURL: ownBoard });

  test("Load More Projects loads the next page", async ({ page, newMember }) => {
    const word = unique("edition");
    const maker = await newMember();
    const logo = await maker.upload();
    for (let i = 1; i <= 27; i++) await maker.publish({ title: `${word} ${i}`, logo });
    await arrive(page, `/search?q=${word}&sort=newest`, "Explore");
    await expectLine(page, "27 projects found");
    await expect(titles(page)).toHaveCount(24);
    await page.getByRole("button", { name: "Load More Projects" }).click();
    await expect(titles(page)).toHaveText(Array.from({ length: 27 }, (_, i) => `${word} ${27 - i}`));
    await expect(page.getByRole("button", { name: "Load More Projects" })).toBeHidden();
  });
});

test("Home ranks trending projects by upvotes or by downvotes", async ({ page, request }) => {
  type Ranked = { title: string; upvotes: number; downvotes: number };
  await arrive(page, "/", "UV Board");
  const rows = page.getByRole("table").getByRole("rowgroup").nth(1).getByRole("row");
  const first = rows.nth(0).getByRole("link");
  await expect(rows).toHaveCount(3);
  /** Whether the first row is a project with the most votes. Other journeys vote too, so both sides are read again. */
  const leads = async (column: "upvotes" | "downvotes") => {
    const trending = (await (await request.get("/api/projects?type=trending&limit=3")).json()) as Ranked[];
    const most = Math.max(...trending.map((project) => project[column]));
    const title = await first.textContent();
    return trending.some((project) => project.title === title && project[column] === most);
  };
  // spec: home.trending.sort_default
  await expect.poll(() => leads("upvotes")).toBe(true);
  await page.getByRole("button", { name: "Downvotes", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "Downvotes" })).toHaveAttribute("aria-sort", "descending");
  // spec: home.trending.sort
  await expect.poll(() => leads("downvotes")).toBe(true);
  // spec: home.trending.all
  await page.getByRole("link", { name: "View All Trending Projects" }).click();
  await expect(page).toHaveURL("/search?sort=trending");
});

test("a phone shows the first project without scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await arrive(page, "/", "UV Board");
  await expect(page.getByRole("link", { name: "View All Trending Projects" })).toBeHidden();
  // spec: home.trending.compact_all
  await page.getByRole("link", { name: "View All Projects" }).click();
  await expect(page).toHaveURL("/search");
  await expect(page.getByRole("heading", { level: 1, name: "Explore" })).toBeVisible();
  await expect(page.getByRole("article").first().getByRole("link").first()).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByLabel("Stage").selectOption("Beta");
  await expect(page.getByRole("button", { name: "Beta", exact: true })).toHaveAttribute("aria-pressed", "true");
});

const expectLine = (page: Page, line: string) =>
  expect(page.getByRole("status").filter({ hasText: /found$/ })).toHaveText(line);
