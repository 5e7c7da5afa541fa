import type { Page } from "@playwright/test";
import { png } from "./support/images";
import { arrive, expect, test } from "./support/test";

// What the specification says about single controls: labels while something is pending, messages of failures, and delays.

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("the frame: header, drawer and toasts", async ({ newMember }) => {
  const { page, username, publish } = await newMember();
  const { id, title } = await publish();
  await arrive(page, "/about", "Our Story");
  await page.mouse.wheel(0, 3000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  // spec: layout.header.sticky
  await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });

  await arrive(page, "/blog/new", "Write a Blog Post");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  // spec: layout.menu.drawer
  await expect.poll(async () => (await menu.boundingBox())?.x).toBe(0);
  // spec: layout.menu.active.prefix
  await expect(menu.locator('[aria-current="page"]')).toHaveText(["Stories"]);
  const account = menu.getByRole("navigation", { name: "Account" });
  // spec: layout.menu.account.submit
  await expect(account.getByRole("link", { name: "Submit Project" })).toHaveAttribute("href", "/submit");
  // spec: layout.menu.account.profile
  await expect(account.getByRole("link", { name: "View Profile" })).toHaveAttribute("href", `/profile/${username}`);
  await expect(account.getByRole("link", { name: "Settings" })).toHaveAttribute("href", "/settings");
  await test.step("a swipe of 50 pixels to the right closes a toast", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await arrive(page, `/projects/${id}`, title);
    await button(page, "Share").click();
    await page.getByRole("menuitem", { name: "Copy Link" }).click();
    const toast = page.getByRole("status").filter({ hasText: "Link copied!" });
    await expect(toast).toBeVisible();
    // Not a flick of the mouse, which Mantine closes toasts by too.
    const swipe = async (pixels: number) => {
      await toast.dispatchEvent("pointerdown", { clientX: 400 });
      await toast.dispatchEvent("pointerup", { clientX: 400 + pixels });
    };
    await swipe(30);
    await expect(toast).toBeVisible();
    // spec: const.toast.swipe
    await swipe(60);
    await expect(toast).toHaveCount(0);
  });
});

test("delays: toasts, tooltips and the copied link", async ({ page, newMember }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const tooltips = page.waitForResponse(/\/assets\/Layers-[\w-]+\.js$/);
  await arrive(page, `/projects/${id}`, title);
  await tooltips;
  await page.mouse.move(5, 300);
  await page.mouse.move(5, 310);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));

  const side = page.getByRole("complementary");
  await side.getByRole("button", { name: /^Upvote/ }).hover();
  await page.clock.runFor(680);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.clock.runFor(40);
  // spec: const.tooltip.delay, guest.tooltip.up
  await expect(page.getByRole("tooltip", { name: "Login to upvote" })).toBeVisible();
  await side.getByRole("button", { name: /^Downvote/ }).hover();
  await page.clock.runFor(40);
  // spec: const.tooltip.skip, guest.tooltip.down
  await expect(page.getByRole("tooltip", { name: "Login to downvote" })).toBeVisible();
  await page.mouse.move(5, 300);
  await page.clock.runFor(320);
  await side.getByRole("button", { name: /^Upvote/ }).hover();
  await page.clock.runFor(40);
  // spec: const.tooltip.skip
  await expect(page.getByRole("tooltip")).toHaveCount(0);

  await button(page, "Share").click();
  const copy = page.getByRole("menuitem", { name: "Copy Link" });
  await copy.click();
  const copied = page.getByRole("menuitem", { name: "Copied!" });
  await expect(copied).toBeVisible();
  await page.clock.runFor(1900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  // spec: const.copied, project.share.copy
  await expect(copied).toHaveCount(0);
  const toast = page.getByRole("status").filter({ hasText: "Link copied!" });
  await page.mouse.move(5, 300);
  await copy.click();
  await expect(async () => {
    await page.clock.runFor(10); // React takes the first toast away in the next tick after it has drawn
    // spec: layout.toasts.one
    await expect(toast).toHaveCount(1, { timeout: 100 });
  }).toPass();
  await page.clock.runFor(4500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(700);
  // spec: const.toast.duration
  await expect(toast).toHaveCount(0);
});

test("sizes: gallery, cards and the stats bar", async ({ page, newMember }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish({
    vibeTools: ["cursor", "claude", "figma", "react", "python", "nodejs"],
    media: { screenshots: [await maker.upload(png("shot.png", 800, 500))], videos: [] },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await arrive(page, `/projects/${id}`, title);
  const view = page.getByRole("region", { name: "Gallery" }).locator("> div").first();
  // spec: project.gallery.main, const.gallery
  await expect.poll(async () => (await view.boundingBox())?.height).toBe(400);
  const header = page.getByRole("main").locator("header");
  await expect(header.getByText("Node.js")).toHaveCount(0);
  await header.getByRole("button", { name: "+2 more" }).click();
  // spec: project.badges.more
  await expect(header.getByText("Node.js")).toBeVisible();

  await arrive(page, `/profile/${maker.username}?tab=activity`, maker.username);
  // spec: const2.activity
  await expect(page.getByRole("region", { name: "Recent Activity" })).toHaveCSS("height", "600px");

  await arrive(page, "/", "UV Board");
  const text = (region: string) =>
    page.getByRole("region", { name: region }).getByRole("article").locator('[class*="clamp"]').first();
  // spec: card.featured.description
  await expect(text("Featured Projects")).toHaveCSS("-webkit-line-clamp", "3");
  // spec: card.grid.description
  await expect(text("Newest Projects")).toHaveCSS("-webkit-line-clamp", "2");
  await arrive(page, "/blog", "Stories");
  const cards = page.getByRole("main").getByRole("article");
  const grid = () =>
    cards.evaluateAll((all) => {
      const [first, second, third] = all.slice(1, 4).map((card) => card.getBoundingClientRect());
      if (!first || !second || !third) return "too few stories";
      return { sameRow: second.y === first.y, sameWidth: second.width === first.width, nextRow: third.y > first.y };
    });
  // spec: blog.grid
  await expect.poll(grid).toEqual({ sameRow: true, sameWidth: true, nextRow: true });

  await page.setViewportSize({ width: 375, height: 812 });
  await arrive(page, "/", "UV Board");
  const stats = page.getByRole("region", { name: "Community stats" }).getByRole("list");
  await expect(stats).toHaveCSS("overflow-x", "auto");
  // spec: home.stats.scrolls
  expect(await stats.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true);
});

test("the forum's channels on a phone", async ({ newMember }) => {
  const { page, discuss } = await newMember();
  const first = await discuss();
  const dialog = (name: string) => page.getByRole("dialog", { name });
  await page.setViewportSize({ width: 375, height: 812 });
  await arrive(page, `/forum/thread/${first.thread.id}`, "Discuss");
  await expect(page.getByRole("heading", { level: 2, name: first.thread.title })).toBeVisible();
  await button(page, "Channels").click();
  const channels = dialog("Channels").getByRole("listitem").getByRole("link");
  const address = (await channels.first().getAttribute("href")) ?? "";
  // By its address, since other journeys change the order.
  const other = channels.and(page.locator(`[href="${address}"]`));
  // spec: forum.sidebar.mobile
  await other.click();
  await expect(page).toHaveURL(address);
  // spec: forum.switch
  await expect(page.getByRole("heading", { level: 2, name: first.thread.title })).toHaveCount(0);
  await expect(dialog("Channels")).toHaveCount(0);
});

test("news are updated after 30 seconds", async ({ page }) => {
  await page.clock.install();
  await arrive(page, "/news", "News");
  const home = page.getByRole("banner").getByRole("link", { name: /home$/ });
  const back = () => page.goBack();
  await home.click();
  await expect(page.getByRole("heading", { level: 1, name: "News" })).toHaveCount(0); // the address changes before the screen does
  await page.clock.fastForward(31_000);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/ListNews?*", async (route) => {
    await released;
    await route.continue();
  });
  await back();
  // spec: news.updating, news.states
  await expect(page.getByText("Updating feed...")).toBeVisible();
  release();
  await expect(page.getByText("Updating feed...")).toHaveCount(0);
});
