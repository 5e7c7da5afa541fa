import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { type Board, type Database, startBoard } from "./board";
import { type Member, register } from "./members";
import { Watch } from "./watch";

export { expect };

export type Choices = { database: Database };

type Fixtures = {
  /** What the console and the network must not say; checked at the end of every journey. */
  watch: Watch;
  /** A new account, logged in to a browser of its own. */
  newMember: (name?: string) => Promise<Member>;
};

export const test = base.extend<Fixtures, Choices & { board: Board }>({
  database: ["sqlite", { option: true, scope: "worker" }],

  board: [
    async ({ database }, use) => {
      const board = await startBoard(database);
      await use(board);
      expect(await board.stop(), "errors in the server's log").toEqual([]);
    },
    { scope: "worker", timeout: 90_000 },
  ],

  baseURL: async ({ board }, use) => use(board.url),

  watch: [
    async ({ board }, use) => {
      const watch = new Watch(board.url);
      await use(watch);
      expect(watch.unexpected(), "console, policy and other origins").toEqual([]);
    },
    { auto: true },
  ],

  // The guest's browser.
  context: async ({ context, watch }, use) => {
    watch.follow(context);
    await use(context);
  },

  newMember: async ({ browser, baseURL, contextOptions, viewport, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name) => {
      const context = await browser.newContext({ ...contextOptions, baseURL, viewport });
      contexts.push(context);
      watch.follow(context);
      return register(context, name);
    });
    for (const context of contexts) await context.close();
  },
});

/** The page of a screen that has loaded: its heading stands, and nothing on it is loading. */
export async function arrive(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}
