import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startBoard } from "./support/board";
import { arrive, test as base, expect } from "./support/test";

const titles = (page: Page) => page.getByRole("article").getByRole("heading", { level: 3 });
const shared = base;

// The other journeys have a server that reads feeds of this process.
const test = base.extend({
  board: [
    async ({ database }, use) => {
      const site = await serveFeeds();
      const folder = await mkdtemp(join(tmpdir(), "uvboard-feeds-"));
      const feeds = join(folder, "feeds.yaml");
      const { port } = site.address() as AddressInfo;
      const lines = ["kiln", "clay", "broken"].map(
        (name) => `- {name: The ${name}, url: "http://localhost:${port}/${name}"}`,
      );
      await writeFile(feeds, lines.join("\n"));
      const board = await startBoard(database, { feeds });
      await use(board);
      expect(await board.stop(), "errors in the server's log").toEqual([]);
      await rm(folder, { recursive: true });
      site.close();
    },
    { scope: "worker" },
  ],
});

async function serveFeeds(): Promise<Server> {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toUTCString();
  const item = (title: string, minutes: number, more = "") =>
    `<item><title><![CDATA[${title}]]></title><link>https://articles.example/${minutes}</link><pubDate>${ago(minutes)}</pubDate>${more}</item>`;
  const image = (name: string) => `<enclosure type="image/png" length="1" url="https://images.example/${name}.png"/>`;
  const feeds: Record<string, string[]> = {
    "/kiln": [
      item("Claude Code fires a kiln", 5, image("kiln")),
      item("<img src=x onerror=alert(1)>Glaze & fire<script>alert(1)</script>", 120, image("gone")),
      item("Cursor pagination in clay", 1500, "<description>An excerpt about &lt;b&gt;slips&lt;/b&gt;.</description>"),
    ],
    "/clay": [item("OpenAI throws a pot", 10)],
  };
  const server = createServer((request, response) => {
    const items = feeds[request.url ?? ""];
    if (!items) return response.writeHead(500).end();
    response.end(`<rss version="2.0"><channel>${items.join("")}</channel></rss>`);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

/** Answers requests for images of articles: one exists, the others do not. */
async function routeImages(page: Page): Promise<void> {
  const dot = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const articles = (await (await page.request.get("/api/news")).json()) as { id: string; imageUrl: string }[];
  await page.route("**/api/news/*/image", async (route) => {
    const article = articles.find(({ id }) => route.request().url().includes(id));
    if (!article?.imageUrl.endsWith("/kiln.png")) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: "image/png", body: dot });
  });
}

test("the articles of the feeds are shown, searched and filtered", async ({ page, watch }) => {
  watch.expect(/\/api\/news\/.*\/image/);
  // The server has fetched the feeds.
  await expect
    .poll(async () => ((await (await page.request.get("/api/news")).json()) as object[]).length, { timeout: 30_000 })
    .toBe(4);
  await routeImages(page);
  // spec: route.news
  await arrive(page, "/news", "News");
  await expect(titles(page)).toHaveText([
    "Claude Code fires a kiln",
    "OpenAI throws a pot",
    "Glaze & fire<script>alert(1)</script>", // a text, not HTML
    "Cursor pagination in clay",
  ]);
  const first = page.getByRole("article").first();
  // spec: news.source_name
  await expect(first).toContainText("The kiln");
  // spec: news.facts
  await expect(first).toContainText("min ago");
  await expect(first.locator("img")).toBeVisible();
  // spec: news.read
  const link = first.getByRole("link", { name: "Read full article" });
  await expect(link).toHaveAttribute("href", "https://articles.example/5");
  await expect(link).toHaveAttribute("target", "_blank");
  // spec: news.image
  await expect(page.getByRole("article").nth(2).locator("img")).toHaveCount(0); // it could not be loaded
  // spec: news.facts
  await expect(page.getByRole("article").nth(3)).toContainText("An excerpt about slips.");

  await test.step("filters", async () => {
    // spec: news.tool
    await page.getByLabel("Tool").selectOption("Claude");
    await expect(titles(page)).toHaveText(["Claude Code fires a kiln"]);
    await page.getByLabel("Tool").selectOption("Cursor"); // which is not what the fourth article is about
    // spec: news.empty.filtered
    await expect(page.getByRole("heading", { name: "No matching articles found" })).toBeVisible();
    await expect(page.getByText("Try adjusting your filters or search terms")).toBeVisible();
    await page.getByRole("button", { name: "Remove Cursor" }).click();
    // spec: news.source
    await page.getByLabel("Source", { exact: true }).selectOption("The clay");
    await expect(titles(page)).toHaveText(["OpenAI throws a pot"]);
    await expect(page).toHaveURL("/news?source=The+clay");
    await page.reload();
    await expect(titles(page)).toHaveText(["OpenAI throws a pot"]);
    // spec: news.chips
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(titles(page)).toHaveCount(4);
    await expect(page.getByLabel("Source", { exact: true })).toHaveValue("");
  });

  await test.step("search while typing", async () => {
    // spec: news.search
    await page.getByLabel("Search news").fill("slip");
    await expect(titles(page)).toHaveText(["Cursor pagination in clay"]);
    await expect(page).toHaveURL("/news?q=slip");
    await expect(page.getByLabel("Search news")).toBeFocused();
    await page.getByRole("button", { name: "Remove “slip”" }).click();
    await expect(titles(page)).toHaveCount(4);
    await expect(page.getByLabel("Search news")).toHaveValue("");
  });

  await test.step("Home shows three, of different sources first", async () => {
    await arrive(page, "/", "UV Board");
    const panel = page.getByRole("region", { name: "Latest News" });
    // spec: home.news.items, const.home.news
    await expect(panel.getByRole("listitem")).toHaveCount(3);
    await expect(panel.getByRole("listitem").nth(0)).toContainText("Claude Code fires a kiln");
    // spec: home.news.sources
    await expect(panel.getByRole("listitem").nth(1)).toContainText("OpenAI throws a pot");
    // spec: home.news.items
    await expect(panel.getByRole("link", { name: /OpenAI/ })).toHaveAttribute("target", "_blank");
    // spec: home.news
    await panel.getByRole("link", { name: "All news" }).click();
    await expect(page).toHaveURL("/news");
  });
});

shared("demo articles are marked, and the end of a long list says that more are coming", async ({ page }) => {
  await arrive(page, "/news", "News");
  await expect(page.getByRole("article").first().getByText("Demo")).toBeVisible();
  const more = page.getByRole("button", { name: "Load More Articles" });
  await expect(more).toBeDisabled();
  // spec: news.more.end
  await expect(more).toHaveAttribute("title", "More articles coming soon");
});
