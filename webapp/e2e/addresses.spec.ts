import { arrive, expect, test } from "./support/test";

test("a renamed project is found at all its addresses", async ({ page, newMember }) => {
  const { publish, page: own } = await newMember();
  const { id, title, path } = await publish();
  await arrive(page, `/projects/${id}?from=mail#feedback`, title);
  await expect(page).toHaveURL(`${path}#feedback`); // a page keeps no parameter that it does not know

  const renamed = `${title} renamed`;
  const answer = await own.request.put(`/api/projects/${id}`, { data: { title: renamed } });
  const now = new URL((await answer.json()).url).pathname;
  expect(now).not.toBe(path);
  for (const earlier of [path, `/projects/${path.slice(path.lastIndexOf("-") + 1)}`, `/project/${id}`]) {
    const lead = await page.request.get(`${earlier}?view=1`, { maxRedirects: 0 });
    expect([lead.status(), lead.headers().location]).toEqual([301, `${now}?view=1`]);
  }
  await arrive(page, path, renamed);
  await expect(page).toHaveURL(now);

  // Inside the app the address is replaced without a request for the document.
  await arrive(page, "/search", "Explore");
  await page.evaluate((to) => history.pushState(null, "", to), `/projects/${id}`);
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent("popstate")));
  await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
  await expect(page).toHaveURL(now);
});
