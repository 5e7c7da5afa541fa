import { arrive, expect, test } from "./support/test";

test("a page says what it is to those who do not run it, and only as long as it is open", async ({
  page,
  newMember,
}) => {
  const { publish } = await newMember();
  const { id, title } = await publish();
  await arrive(page, `/projects/${id}`, title);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute("href", new RegExp(`/projects/${id}$`));
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", title);
  // The policy lets no inline script run; data in one is no script, and the watch would hear of a refusal.
  const data: unknown = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
  expect(data).toMatchObject({ "@type": "SoftwareApplication", name: title });

  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Explore", exact: true }).click();
  await expect(page).toHaveURL("/search");
  await expect(canonical).toHaveCount(0);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
});

test("the answer of an address says whether there is anything", async ({ page }) => {
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
