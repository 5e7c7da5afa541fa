import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { type Board, type Database, startBoard } from "./board";
import { sharedBoard } from "./globalSetup";
import { logInAsAdmin, type Member, register } from "./members";
import { hiddenMeanwhile, Watch } from "./watch";

export { expect };

export type Choices = { database: Database };

type Fixtures = {
  /** Records console errors and requests to other origins. A journey fails when there are any. */
  watch: Watch;
  /** Opens another browser context. */
  newContext: () => Promise<BrowserContext>;
  /** Registers a user and logs in with a new browser context. */
  newMember: (name?: string) => Promise<Member>;
  /** The same, as the admin of the demo data. */
  newAdmin: () => Promise<Member>;
};

export const test = base.extend<
  Fixtures,
  Choices & { board: Pick<Board, "url" | "mails"> & Partial<Pick<Board, "setup">> }
>({
  database: ["sqlite", { option: true, scope: "worker" }],

  board: [async ({ database }, use) => use(sharedBoard(database)), { scope: "worker" }],

  baseURL: async ({ board }, use) => use(board.url),

  watch: [
    async ({ baseURL, board }, use) => {
      const watch = new Watch(baseURL ?? "");
      if (baseURL === board.url) watch.expect(hiddenMeanwhile);
      await use(watch);
      expect(watch.unexpected(), "console, policy and other origins").toEqual([]);
    },
    { auto: true },
  ],

  // The browser context of a guest.
  context: async ({ context, watch }, use) => {
    watch.follow(context);
    await use(context);
  },

  newContext: async ({ browser, baseURL, contextOptions, viewport, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL, viewport });
      contexts.push(context);
      watch.follow(context);
      return context;
    });
    for (const context of contexts) await context.close();
  },

  newMember: async ({ newContext }, use) => use(async (name) => register(await newContext(), name)),

  newAdmin: async ({ newContext }, use) => use(async () => logInAsAdmin(await newContext())),
});

/**
 * Starts a server for a single journey: `test.use({ baseURL: ownBoard })`. A journey needs one if it publishes many projects, which
 * would push those of other journeys off Home and Explore, or if it must find its project there whatever the others publish.
 */
export const ownBoard = async ({ database }: Choices, use: (url: string) => Promise<void>): Promise<void> => {
  const board = await startBoard(database);
  await use(board.url);
  expect(await board.stop(), "errors in the server's log").toEqual([]);
};

/** Opens a screen and waits until the app has replaced the HTML of the server, its heading is visible and nothing loads. */
export async function arrive(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.locator(".boot")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}
