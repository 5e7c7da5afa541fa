import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

// The share of the words on a page that are in the HTML of the server.
const least = 0.95;

// The kinds of pages whose content changes, by the beginning of their paths in the sitemap.
const kinds = [
  "/",
  "/search",
  "/blog",
  "/forum",
  "/top",
  "/news",
  "/projects/",
  "/blog/",
  "/forum/thread/",
  "/profile/",
  "/tools/",
  "/tags/",
  "/weekly",
  "/weekly/",
  "/blog?q=garden",
  "/news?q=ai",
  "/contact",
  "/docs/api/guide",
  "/docs/checks",
  "/docs/webhooks",
  "/feedback/rules",
  "/guidelines",
  "/pricing",
  "/privacy",
  "/register",
  "/reputation",
  "/terms",
  "/toolkit",
  "/toolkit/theme",
];

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** What the root element of a page says, in words, and the classes in it. */
const served = (page: Page, html: string) =>
  page.evaluate((source) => {
    const root = new DOMParser().parseFromString(source, "text/html").getElementById("root");
    for (const element of root?.querySelectorAll("noscript") ?? []) element.remove();
    const texts = document.createTreeWalker(root ?? document.body, NodeFilter.SHOW_TEXT);
    let text = "";
    for (let node = texts.nextNode(); node; node = texts.nextNode()) text += `${node.nodeValue} `;
    const classes = new Set(
      [...(root?.querySelectorAll("[class]") ?? [])].flatMap((element) => [...element.classList]),
    );
    return { text, classes: [...classes] };
  }, html);

/** The paths in the sitemap, at most `each` of each kind: the oldest, which no other journey makes or changes. */
async function listed(page: Page, each: number): Promise<string[]> {
  const locations = async (path: string) => {
    const text = await (await page.request.get(path)).text();
    return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
  };
  const all = (await Promise.all((await locations("/sitemap.xml")).map(locations))).flat();
  return kinds.flatMap((kind) =>
    kind.length > 1 && kind.endsWith("/")
      ? all.filter((path) => path.startsWith(kind) && (kind !== "/forum/" || !path.includes("thread"))).slice(0, each)
      : [kind],
  );
}

test("the HTML of a page has the words that the app shows, and classes that the styles have", async ({ page }) => {
  test.slow();
  // No visits are recorded: Playwright misses the end of a request that outlives its page, and would wait for an idle network.
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  for (const path of await listed(page, 4)) {
    await test.step(path, async () => {
      const html = await (await page.request.get(path)).text();
      // The network is not idle while live updates are received, which begins when everything else has been.
      const followed = page.waitForRequest("**/uvboard.v1.LiveService/*", { timeout: 0 });
      await page.goto(path);
      await expect(page.locator("header.boot")).toHaveCount(0); // the app has taken over
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await Promise.race([page.waitForLoadState("networkidle"), followed]);
      const { text, classes } = await served(page, html);

      const left = new Map<string, number>();
      for (const word of words(text)) left.set(word, (left.get(word) ?? 0) + 1);
      // biome-ignore lint/performance/useDomNodeTextContent: what is shown, with spaces between its parts
      const shown = words(await page.locator("#root").innerText());
      const missing = shown.filter((word) => {
        const n = left.get(word) ?? 0;
        left.set(word, n - 1);
        return n <= 0;
      });
      expect(1 - missing.length / shown.length, `missing: ${missing.join(" ")}`).toBeGreaterThanOrEqual(least);

      const styled = await page.evaluate(() => {
        const texts = [...document.styleSheets].map((sheet) =>
          [...sheet.cssRules].map((rule) => rule.cssText).join(" "),
        );
        return [...new Set(texts.join(" ").match(/\.[\w-]+/g))].map((name) => name.slice(1));
      });
      const ours = classes.filter((name) => /^(served-|[A-Z])/.test(name));
      expect(ours.filter((name) => !styled.includes(name))).toEqual([]);
    });
  }
});

test("without scripts, a page is read, and leads to others", async ({ browser, baseURL, watch }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  watch.follow(context);
  const page = await context.newPage();
  await page.goto("/");
  // Chromium does not show <noscript> when only a test has switched scripts off.
  expect(await page.content()).toContain("To vote, comment or post, turn JavaScript on.");
  await page.getByRole("main").getByRole("link", { name: "View Project" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/");
  await page.getByRole("banner").getByRole("searchbox", { name: "Search" }).fill("garden");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=garden/);
  await expect(page.getByText(/projects? found/)).toBeVisible();
  await context.close();
});

test("what only its author sees is in no page", async ({ page, newMember }) => {
  const maker = await newMember();
  const secret = `kiln${Date.now().toString(36)}`;
  await maker.publish();
  const draft = await maker.publish({ title: secret, tagline: secret, isPublic: false });
  const story = await maker.write({ title: secret, content: secret, isPublished: false });
  for (const path of [
    "/",
    "/search",
    "/blog",
    `/profile/${maker.username}`,
    `/projects/${draft.id}`,
    `/blog/${story.id}`,
  ]) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).not.toContain(secret);
    // For the author, a private page says its title alone.
    const own = await (await maker.page.request.get(path)).text();
    expect((await served(page, own)).text, path).not.toContain(secret);
  }
});
