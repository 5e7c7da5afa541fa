import type { Page } from "@playwright/test";
import { arrive, expect, test } from "./support/test";

const root = (page: Page) => page.locator("html");
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("the theme is dark by default; a change survives a reload and reaches other tabs", async ({ page, context }) => {
  await arrive(page, "/", "UV Board");
  // spec: theme.default
  await expect(root(page)).toHaveClass("dark");
  // The server writes the board's theme there, for the script that applies one.
  await expect(root(page)).not.toHaveAttribute("data-theme");
  const dark = await ground(page);
  const other = await context.newPage();
  await arrive(other, "/about", "Our Story");

  // spec: layout.header.theme, theme.toggle
  await page.getByRole("button", { name: "Switch to light theme" }).click();
  // spec: theme.root
  await expect(root(page)).toHaveClass("light");
  await expect.poll(() => ground(page)).not.toBe(dark);
  await expect(root(other)).toHaveClass("light");
  await expect(other.getByRole("button", { name: "Switch to dark theme" })).toBeVisible();

  // spec: theme.stored
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
  await page.reload();
  await expect(root(page)).toHaveClass("light");
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  await page.reload();
  await expect(root(page)).toHaveClass("dark");
  await expect.poll(() => ground(page)).toBe(dark);
});

test("a stored theme is applied before the first paint", async ({ page }) => {
  await arrive(page, "/about", "Our Story");
  await page.getByRole("button", { name: "Switch to light theme" }).click();
  const light = await ground(page);

  // Records the theme in the first animation frame.
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const root = document.documentElement;
      root.dataset.firstFrame = root.className;
    });
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/about", { waitUntil: "commit" });
  await expect(root(page)).toHaveAttribute("data-first-frame", "light");
  await expect.poll(() => ground(page)).toBe(light);
  release();
  await expect(page.getByRole("button", { name: "Switch to dark theme" })).toBeVisible();
});
