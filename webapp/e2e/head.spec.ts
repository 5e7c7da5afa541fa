import { arrive, expect, test } from "./support/test";

test("the head describes the open page, with and without JavaScript", async ({ page, newMember }) => {
  const { publish } = await newMember();
  const { path, title } = await publish();
  await arrive(page, path, title);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute("href", new RegExp(`${path}$`));
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", title);
  // JSON-LD is data, so the content policy allows it inline. A refusal would fail the journey.
  const data: unknown = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
  expect(data).toMatchObject({ "@type": "SoftwareApplication", name: title });

  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Explore", exact: true }).click();
  await expect(page).toHaveURL("/search");
  await expect(canonical).toHaveCount(0);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
});

test("the status of a page is 404 if there is nothing at its address", async ({ page }) => {
  for (const [path, status] of [
    ["/", 200],
    ["/search?q=x", 200],
    ["/no/such/page", 404],
    ["/.env", 404],
    ["/metrics", 404],
    ["/feed.xml", 200],
    ["/robots.txt", 200],
    ["/sitemap.xml", 200],
    ["/manifest.webmanifest", 200],
  ] as const) {
    expect((await page.request.get(path)).status(), path).toBe(status);
  }
});
