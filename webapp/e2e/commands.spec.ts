import type { Page } from "@playwright/test";
import { axeOf } from "./support/axe";
import { control } from "./support/form";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

type Made = { id: string; title: string; path: string };

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
const line = (page: Page) => palette(page).getByRole("combobox");
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });
const active = (page: Page) => palette(page).getByRole("option", { selected: true });

// Waits until the lazily loaded shortcuts work.
async function ready(page: Page, path: string, heading: string) {
  await arrive(page, path, heading);
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function openPalette(page: Page) {
  await page.keyboard.press("Control+k");
  await expect(line(page)).toBeFocused();
}

// Types the two keys that open a screen, again if a busy page has let too much time pass between them.
async function open(page: Page, keys: string, url: string) {
  await expect(async () => {
    await page.keyboard.type(keys);
    await expect(page).toHaveURL(url, { timeout: 5000 });
  }).toPass();
}

test("the palette finds projects, threads, stories and people, by keyboard", async ({ page, newMember, watch }) => {
  const maker = await newMember();
  const { title } = await maker.publish();
  const { thread } = await maker.discuss();
  const story = await maker.write();
  const word = title.split(" ")[1] ?? "";
  await arrive(page, "/about", "Our Story");
  await openPalette(page);
  await page.keyboard.type(word.slice(0, 6));
  await expect(option(page, title)).toBeVisible();
  await expect(option(page, title).locator("mark")).toHaveText(word.slice(0, 6));

  await test.step("arrows, Home and End move, and the input names the active option", async () => {
    for (const key of ["End", "ArrowDown", "End", "Home", "ArrowUp"]) await page.keyboard.press(key);
    await expect(active(page)).toHaveText(`Search projects for “${word.slice(0, 6)}”`);
    await expect(line(page)).toHaveAttribute(
      "aria-activedescendant",
      (await active(page).getAttribute("id")) ?? "none",
    );
    await expect(line(page)).toBeFocused();
    await page.keyboard.press("Home");
  });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(palette(page)).toBeHidden();

  await test.step("the chosen project comes first the next time", async () => {
    await page.keyboard.press("Control+k");
    await expect(active(page)).toHaveAccessibleName(title);
    await expect(palette(page).getByRole("group", { name: "Recent" })).toContainText(title);
  });

  await test.step("Escape and Ctrl K close the palette and restore the focus", async () => {
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    const opener = page.getByRole("button", { name: "Search", exact: true });
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(line(page)).toBeFocused();
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step("threads, stories and people", async () => {
    await openPalette(page);
    for (const [group, typed, found] of [
      ["Stories", story.title, story.title],
      ["Threads", thread.title, thread.title],
      ["People", maker.username, new RegExp(maker.username)],
    ] as const) {
      await line(page).fill(typed);
      const results = palette(page).getByRole("group", { name: group });
      await expect(results.getByRole("option", { name: found }).first()).toBeVisible();
    }
  });

  await test.step("a failed search can be retried, and an outdated one is canceled", async () => {
    watch.expect(/status of 500.*ListProjects/);
    let fails = true;
    await page.route("**/*ListProjects*", (route) => {
      if (fails) return route.fulfill({ status: 500, json: { code: "internal" } });
      // No response, so that only a cancellation ends the request.
      if (!route.request().url().includes("thought")) return route.continue();
    });
    await line(page).fill(word);
    await expect(option(page, /^The search did not answer/)).toBeVisible();
    fails = false;
    await option(page, /^The search did not answer/).click();
    await expect(option(page, title)).toBeVisible();
    const cancelled = page.waitForEvent("requestfailed", (request) => request.url().includes("ListProjects"));
    const asked = page.waitForRequest(/ListProjects.*thought/);
    await line(page).fill("thought");
    await asked;
    await line(page).fill(word.slice(0, 5));
    await cancelled;
    await expect(option(page, title)).toBeVisible();
  });
});

test("the palette opens pages and runs the commands of the menus", async ({ newMember }) => {
  const { page, publish, username } = await newMember();
  const { title } = await publish({ isPublic: false });
  await arrive(page, "/", "UV Board");
  const run = async (typed: string, name: string | RegExp) => {
    await openPalette(page);
    await page.keyboard.type(typed);
    await expect(option(page, name)).toBeVisible();
    await option(page, name).click();
    await expect(palette(page)).toBeHidden();
  };
  await run("light theme", "Switch to light theme");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
  await run("stngs", "Settings");
  await expect(page).toHaveURL("/settings");
  // The user's own drafts are found, which the search of projects does not return.
  await run(title.slice(0, 10), new RegExp(title));
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await run("zzqqzz", "Search projects for “zzqqzz”");
  await expect(page).toHaveURL("/search?q=zzqqzz");
  await run("profile", "View Profile");
  await expect(page).toHaveURL(`/profile/${username}`);
  await run("log out", /^Log out/);
  await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(option(page, "Log in")).toBeVisible();
  await expect(option(page, "Settings")).toHaveCount(0);
  await expect(palette(page).getByText(title)).toHaveCount(0);
});

test("Ctrl K that is pressed before the code of the page is there opens the palette when it is", async ({ page }) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/about", { waitUntil: "commit" });
  await expect(page.locator(".boot")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.locator("html")).toHaveAttribute("data-palette", "");
  go();
  await expect(line(page)).toBeFocused();
});

test("shortcuts move through lists, vote and open screens", async ({ newMember }) => {
  const maker = await newMember();
  const word = unique("keyed");
  const projects = [];
  for (let i = 0; i < 3; i++) projects.push(await maker.publish({ title: `${word} ${i}` }));
  const [oldest, middle, newest] = projects as [Made, Made, Made];
  const { page } = await newMember();
  await ready(page, `/search?q=${word}&sort=newest`, "Explore");
  const title = (name: string) => page.getByRole("article").getByRole("link", { name, exact: true });

  await page.keyboard.press("j");
  await expect(title(newest.title)).toBeFocused();
  await page.keyboard.press("j");
  await expect(title(middle.title)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(title(oldest.title)).toBeFocused();
  await page.keyboard.press("k");
  await expect(title(middle.title)).toBeFocused();
  const votes = page.getByRole("group", { name: `Vote on ${middle.title}` });
  await page.keyboard.press("u");
  await expect(votes.getByRole("button", { name: "Upvote" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("d");
  await expect(votes.getByRole("button", { name: "Downvote" })).toHaveAttribute("aria-pressed", "true");
  await expect(title(middle.title)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: middle.title })).toBeVisible();
  // On the project page, the keys vote on its project and save it.
  await page.keyboard.press("s");
  await expect(page.getByRole("button", { name: "Save this project" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("u");
  await expect(page.getByRole("complementary").getByRole("button", { name: /^Upvote/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  for (const [keys, url] of [
    ["gh", "/"],
    ["gd", "/forum"],
    ["gs", "/submit"],
  ] as const) {
    await open(page, keys, url);
  }
  await test.step("shortcuts of the browser and keys in form fields are not intercepted", async () => {
    await expect(control(page, "Title")).toBeVisible();
    for (const key of ["Control+d", "Alt+g", "h"]) await page.keyboard.press(key);
    await control(page, "Primary category").focus();
    for (const key of ["g", "h"]) await page.keyboard.press(key);
    await expect(page).toHaveURL("/submit");
    await control(page, "Primary category").blur();
  });
  await open(page, "ge", "/search");
  await expect(page.getByRole("heading", { level: 1, name: "Explore" })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search projects", { exact: true })).toBeFocused();
  // In a text field, keys type letters.
  await page.keyboard.type("ghj?");
  await expect(page.getByLabel("Search projects", { exact: true })).toHaveValue("ghj?");
  await expect(page).toHaveURL("/search");
});

test("single-key shortcuts can be turned off permanently; Ctrl K still works", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 375, height: 800 });
  await ready(page, "/about", "Our Story");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("term").filter({ hasText: "Next project" })).toBeVisible();
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await sheet.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await expect(sheet.getByRole("switch")).not.toBeChecked();
  await page.keyboard.press("Escape");
  for (const key of ["g", "h", "?"]) await page.keyboard.press(key);
  await arrive(page, "/about", "Our Story");
  await openPalette(page);
  await expect(page).toHaveURL("/about");
  await line(page).fill("pl");
  await expect(palette(page).getByRole("status")).toHaveText(/result/);
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await line(page).fill("keyboard");
  await page.keyboard.press("Enter");
  await sheet.getByRole("switch").click();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await open(page, "gh", "/");
});
