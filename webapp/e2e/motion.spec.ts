import type { Page } from "@playwright/test";
import { png } from "./support/images";
import { arrive, expect, test } from "./support/test";

/** Notes every view transition of the page, and the names that its project's title and logo bear when it begins. */
async function watchTransitions(page: Page) {
  await page.addInitScript(() => {
    const seen: string[][] = [];
    Object.assign(window, { seen });
    const start = document.startViewTransition?.bind(document);
    document.startViewTransition = (options) => {
      const named = [...document.querySelectorAll<HTMLElement>("main *")].map((one) => one.style.viewTransitionName);
      seen.push(named.filter((name) => name && name !== "none"));
      return start(options);
    };
  });
  return () => page.evaluate(() => (window as unknown as { seen: string[][] }).seen);
}

test("title and logo move from a list to the project's page; a change of filters has no transition", async ({
  page,
  newMember,
}) => {
  const maker = await newMember();
  const { title } = await maker.publish();
  const transitions = await watchTransitions(page);
  await arrive(page, `/search?q=${encodeURIComponent(title)}&view=list`, "Explore");
  expect(await transitions()).toEqual([]);
  await page.getByRole("button", { name: "Grid view" }).click();
  await expect(page).not.toHaveURL(/view=list/);
  await page.getByRole("button", { name: "List view" }).click();
  await expect(page).toHaveURL(/view=list/);
  expect(await transitions()).toEqual([]);
  // The code that sets the names is loaded when the page is idle.
  await expect(async () => {
    await arrive(page, `/search?q=${encodeURIComponent(title)}&view=list`, "Explore");
    await page.getByRole("main").getByRole("link", { name: title, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    expect((await transitions()).at(-1)?.toSorted()).toEqual(["project-logo", "project-title"]);
  }).toPass();
});

test("reduced motion has no transitions and no animations", async ({ page, newMember }) => {
  const maker = await newMember();
  const { title } = await maker.publish();
  const transitions = await watchTransitions(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await arrive(page, `/search?q=${encodeURIComponent(title)}`, "Explore");
  await page.getByRole("article").getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(await transitions()).toEqual([]);
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

test("a printed project is black on white, without buttons", async ({ newMember }) => {
  const { page, publish, upload } = await newMember();
  const shot = await upload(png("shot.png", 640, 400, 60));
  const { id, title } = await publish({
    description: "What was read on the screen is read on paper too, whatever the theme of the screen was.",
    links: { demo: "https://plates.example.com/try" },
    media: { screenshots: [shot], videos: [] },
  });
  await arrive(page, `/projects/${id}`, title);
  await page.emulateMedia({ media: "print" });
  const colors = await page.evaluate(() => {
    const of = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);
    return { ground: of("body").backgroundColor, ink: of("h1").color };
  });
  expect(colors).toEqual({ ground: "rgb(255, 255, 255)", ink: "rgb(26, 17, 40)" });
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Screenshot 1/ })).toBeVisible();
  for (const name of ["Share", "Follow this project", "Search", "Open menu"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeHidden();
  }
  await expect(page.getByRole("banner")).toBeHidden();
  const address = await page
    .getByRole("link", { name: /^Open Demo/ })
    .evaluate((link) => getComputedStyle(link, "::after").content);
  expect(address).toContain("https://plates.example.com/try");
});
