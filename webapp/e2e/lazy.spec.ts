import type { Page } from "@playwright/test";
import { arrive, expect, test } from "./support/test";

// The code of each screen is a separate file. Loading it fails if the connection breaks or a new release has removed the file.
const explore = /\/assets\/ExplorePage-[\w-]+\.(js|css)$/;

test.beforeEach(({ watch }) =>
  watch.expect(/ERR_CONNECTION_REFUSED|status of 404|dynamically imported|preload CSS|A part of the app did not load/),
);

const openExplore = (page: Page) => page.getByRole("main").getByRole("link", { name: "Explore" }).click();
const explored = (page: Page) => expect(page.getByRole("heading", { level: 1, name: "Explore" })).toBeVisible();

for (const kind of ["js", "css"]) {
  test(`a screen's ${kind} is requested again if loading fails`, async ({ page }) => {
    let asked = 0;
    await page.route(explore, (route) =>
      route.request().url().endsWith(kind) && ++asked === 1 ? route.abort("connectionrefused") : route.continue(),
    );
    await arrive(page, "/about", "Our Story");
    await openExplore(page);
    await explored(page);
    expect(asked).toBe(2);
    const summary = page.getByRole("group", { name: "View" }).locator("..");
    const border = await summary.evaluate((element) => getComputedStyle(element).borderTopStyle);
    expect(border, "the screen's own styles").toBe("solid");
  });
}

test("a form's rules are requested again if loading fails, and validate before the server does", async ({ page }) => {
  let asked = 0;
  await page.route(/\/assets\/rules-[\w-]+\.binpb$/, (route) =>
    ++asked === 1 ? route.abort("connectionrefused") : route.continue(),
  );
  let sent = 0;
  page.on("request", (request) => request.url().endsWith("/Register") && sent++);
  await arrive(page, "/register", "Sign up");
  await expect.poll(() => asked).toBe(2);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByLabel("Username")).toHaveAccessibleDescription(/Username is required/);
  expect(sent).toBe(0);
});

test("a screen that cannot be loaded shows an error in its place and loads on retry", async ({ page }) => {
  await arrive(page, "/about", "Our Story");
  let cut = true;
  const refuse = /\/assets\/ExplorePage-|\/healthz$/;
  await page.route(refuse, (route) => (cut ? route.abort("connectionrefused") : route.continue()));
  await openExplore(page);
  const failed = page.getByRole("heading", { level: 1, name: "Couldn't load this page" });
  await expect(failed).toBeVisible();
  await expect(page.getByText("The server could not be reached. Check your connection and try again.")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: "Search" })).toBeVisible();
  // While the connection is down, a reload would lose the page.
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: "Error" })).toBeVisible();
  await expect(failed).toBeVisible();
  cut = false;
  await page.getByRole("button", { name: "Reload" }).click();
  await explored(page);
});

test("after a new release the page reloads by itself if a screen's file is gone", async ({ page }) => {
  await arrive(page, "/about", "Our Story");
  await page.route(explore, (route) => route.fulfill({ status: 404, body: "There is no such file.\n" }));
  await page.route(/\/healthz$/, async (route) => {
    await page.unroute(explore);
    await route.continue();
  });
  const loaded = page.waitForEvent("load");
  await openExplore(page);
  await loaded;
  await explored(page);
  await expect(page).toHaveURL(/\/search$/);
});

test("a dialog that cannot be loaded leaves the page unchanged and opens after a reload", async ({
  page,
  newMember,
}) => {
  const maker = await newMember();
  const { title } = await maker.publish();
  await arrive(page, `/search?q=${encodeURIComponent(title)}`, "Explore");
  const dialog = /\/assets\/LoginRequired-[\w-]+\.js$/;
  await page.route(dialog, (route) => route.abort("connectionrefused"));
  const upvote = page.getByRole("article").filter({ hasText: title }).getByRole("button", { name: "Upvote" });
  await upvote.click();
  await expect(page.getByText("This part of the page did not load. Reload the page to go on.")).toBeVisible();
  await page.unroute(dialog);
  await page.getByRole("alert").getByRole("button", { name: "Reload" }).click();
  await page.waitForLoadState();
  await upvote.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
