import { gzipSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { png } from "./support/images";
import type { Member } from "./support/members";
import { slowLine } from "./support/slowProxy";
import { test as base, expect, ownBoard } from "./support/test";

// Limit of the JavaScript that Home loads before it shows its projects, in bytes after gzip.
const budget = 217_000;
const mostShift = 0.02;

type Shown = { maker: Member; project: string; title: string };

const test = base.extend<{ shown: Shown }>({
  shown: async ({ newMember }, use) => {
    const maker = await newMember();
    const screenshots = [
      await maker.upload(png("one.png", 1280, 800, 230)),
      await maker.upload(png("two.png", 800, 1280)),
    ];
    const { id, title } = await maker.publish({
      description: "Two drums, one lamp, and a squeegee that has seen better days.\n\nAnd a second paragraph.",
      links: { demo: "https://demo.example.com/", repo: "https://repo.example.com/" },
      media: { screenshots, videos: [] },
    });
    const content = "The second drum squeaks.";
    expect((await maker.page.request.post(`/api/projects/${id}/feedback`, { data: { content } })).ok()).toBe(true);
    await maker.publish();
    await use({ maker, project: id, title });
  },
});

// A phone on a slow network. Its latency decides the order of the answers.
const onSlowLine = test.extend({
  page: async ({ browser, board, watch }, use) => {
    const line = await slowLine(board.url, 50, 400_000);
    const context = await browser.newContext({ proxy: { server: line.server } });
    watch.follow(context);
    // No visits are recorded: Playwright misses the end of a request that outlives its page, and would wait for an idle network.
    await context.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    await use(await context.newPage());
    await context.close();
    line.close();
  },
});

// On Home and Explore any project will do: other journeys may have published newer ones.
const pages = (shown: Shown): [path: string, found: (main: Locator) => Locator][] => [
  ["/", (main) => main.getByRole("article")],
  ["/search", (main) => main.getByRole("article")],
  ["/top", (main) => main.getByRole("listitem")],
  [`/projects/${shown.project}`, (main) => main.getByText(shown.title)],
  [`/profile/${shown.maker.username}`, (main) => main.getByText(shown.title)],
];
const live = "/uvboard.v1.LiveService/";

for (const width of [375, 1440]) {
  onSlowLine(`a page comes with what it shows, and nothing on it moves, at ${width}`, async ({ page, shown }) => {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 900 });
    await watchShifts(page);
    const asked: string[] = [];
    // Home receives live updates when it has been idle for a while, and then fetches what happened before.
    const following = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith("/uvboard.v1.")) return;
      const asking = request.frame().url();
      if (pathname.startsWith(live)) following.add(asking);
      else if (!following.has(asking)) asked.push(request.url());
    });
    for (const [path, found] of pages(shown)) {
      await test.step(path, async () => {
        // The network is not idle while live updates are received.
        const followed = page.waitForRequest((request) => request.url().includes(live), { timeout: 0 });
        await page.goto(path);
        await expect(found(page.getByRole("main")).filter({ visible: true }).first()).toBeVisible();
        await Promise.race([page.waitForLoadState("networkidle"), followed]);
        expect(asked, "calls that a visitor's page makes by itself").toEqual([]);
        await expect.poll(() => unusedImages(page), "images that are preloaded and not shown").toEqual([]);
        expect(await page.evaluate(() => window.shifted), "layout shift").toBeLessThanOrEqual(mostShift);
      });
    }
  });
}

// The session of a member is not in the page, and that of a guest is ignored if the page comes from the browser's cache: it then
// arrives when the rest has been shown.
for (const width of [375, 1440]) {
  for (const reader of ["a member", "a guest whose page is cached"]) {
    test(`Home does not move when the session of ${reader} arrives, at ${width}`, async ({
      page: guest,
      newMember,
    }) => {
      const page = reader === "a member" ? (await newMember()).page : guest;
      await page.setViewportSize({ width, height: width === 375 ? 812 : 900 });
      await watchShifts(page);
      // As if from the cache. For a member, whose page has no session, it changes nothing.
      await page.addInitScript(() => {
        Object.defineProperty(PerformanceNavigationTiming.prototype, "transferSize", { value: 0 });
      });
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route("**/uvboard.v1.AccountService/GetSession*", async (route) => {
        await answered;
        await route.continue();
      });
      await page.goto("/");
      await expect(page.getByRole("region", { name: "Newest Projects" }).getByRole("article").first()).toBeVisible();
      answer();
      const arrived =
        reader === "a member"
          ? page.getByRole("button", { name: /^@/ })
          : page.getByRole("main").getByRole("link", { name: "Sign Up" });
      await expect(arrived).toBeVisible();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect(await page.evaluate(() => window.shifted), "layout shift").toBeLessThanOrEqual(mostShift);
    });
  }
}

onSlowLine("Home shows its projects before much has been loaded", async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector("main article")) return;
      performance.mark("shown");
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  const bodies = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    if (!response.url().endsWith(".js")) return;
    const body = response.body();
    body.catch(() => {}); // a body that arrives after the check is not read
    bodies.set(response.url(), body);
  });
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Newest Projects" }).getByRole("article").first()).toBeVisible();
  const before = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName("shown");
    const loaded = performance.getEntriesByType("resource").filter((entry) => entry.name.endsWith(".js"));
    return loaded.filter((entry) => mark && entry.startTime < mark.startTime).map((entry) => entry.name);
  });
  const sizes = await Promise.all(
    before.map(async (url) => [url, gzipSync((await bodies.get(url)) ?? "", { level: 9 }).length] as const),
  );
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(all, JSON.stringify(sizes, null, 2)).toBeGreaterThan(0);
  expect(all, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(budget);
});

test("a page from the back/forward cache requests its data again", async ({ page, shown, watch }) => {
  watch.expect(/favicon\.ico/); // of /healthz
  await page.goto(`/search?q=${encodeURIComponent(shown.title)}`);
  await expect(page.getByText(shown.title)).toBeVisible();
  await page.goto("/healthz");
  const { title } = await shown.maker.publish({ title: `${shown.title} again` });
  await page.goBack();
  await expect(page.getByText(title)).toBeVisible();
});

test.describe("on a server without other projects", () => {
  test.use({ baseURL: ownBoard });

  test("a user's text cannot close an inline script", async ({ page, newMember }) => {
    const title = `</script><script>document.title="seized"</script><!--<script>`;
    const maker = await newMember();
    const { id } = await maker.publish({ title, description: title });
    for (const path of ["/", "/search", `/projects/${id}`, `/profile/${maker.username}`]) {
      await page.goto(path);
      await expect(page.getByRole("main").getByText(title).first()).toBeVisible();
      await expect(page).not.toHaveTitle("seized");
      // The scripts of the theme and of Ctrl K, and the JSON-LD.
      expect(await page.evaluate(() => document.querySelectorAll("script:not([src])").length)).toBeLessThanOrEqual(3);
    }
  });
});

const unusedImages = (page: Page) =>
  page.evaluate(() => {
    const shown = new Set([...document.images].map((image) => image.currentSrc));
    const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const early = loaded.filter(({ name, initiatorType }) => initiatorType === "link" && name.includes("/uploads/"));
    return early.map(({ name }) => name).filter((name) => !shown.has(name));
  });

declare global {
  interface Window {
    shifted: number;
  }
}

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifted = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) window.shifted += entry.value;
      }
    });
    observer.observe({ type: "layout-shift", buffered: true });
  });
