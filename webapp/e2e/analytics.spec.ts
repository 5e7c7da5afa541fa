import type { Page } from "@playwright/test";
import { axeOf } from "./support/axe";
import { expect, test } from "./support/test";

type Visit = { visitorId: string; page: string; sessionId: string; startTime: string };

// Browsers hide the responses of requests that may outlive their page, so the journeys look at the requests and ask the server.
const nextStart = async (page: Page): Promise<Visit> => {
  const request = await page.waitForRequest((request) => request.url().endsWith("/api/analytics/visit"));
  return request.postDataJSON() as Visit;
};

// The visit as it is stored; an end after 0 seconds changes nothing.
type Stored = { page: string; visitorId: string; duration: number; endTime: string | null };
const stored = async (page: Page, { sessionId }: Visit) =>
  (await (await page.request.put(`/api/analytics/visit/${sessionId}`, { data: { duration: 0 } })).json()) as Stored;

// Makes the page believe that its tab is hidden or shown, which a headless browser never does by itself.
const turn = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

test("a visit starts with the page and ends when its tab is hidden or the page is left", async ({ page }) => {
  const started = nextStart(page);
  await page.goto("/about?from=feed");
  const visit = await started;
  // spec: call.visit.post
  expect(Object.keys(visit).sort()).toEqual(["page", "sessionId", "startTime", "visitorId"]);
  expect(visit.page).toBe("/about");
  // spec: call.visit.ids
  expect(await page.evaluate(() => sessionStorage.getItem("uvboard-visitor"))).toBe(visit.visitorId);

  const ended = page.waitForRequest((request) => request.url().endsWith(`/api/analytics/visit/${visit.sessionId}`));
  await turn(page, "hidden");
  const end = await ended;
  // spec: call.visit.put, call.visit.end
  expect(end.method()).toBe("PUT");
  expect(Object.keys(end.postDataJSON() as object).sort()).toEqual(["duration", "endTime"]);
  await turn(page, "visible");
  await expect(async () => {
    await turn(page, "hidden");
    const { duration, ...rest } = await stored(page, visit);
    await turn(page, "visible");
    expect(rest).toMatchObject({ page: "/about", visitorId: visit.visitorId });
    expect(duration).toBeGreaterThan(0);
  }).toPass();

  // The next page is another visit of the same visitor, and ends the first.
  const left = page.waitForRequest((request) => request.url().endsWith(`/api/analytics/visit/${visit.sessionId}`));
  const next = nextStart(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Guidelines" }).click();
  const second = await next;
  expect(second.page).toBe("/guidelines");
  expect(second.visitorId).toBe(visit.visitorId);
  // spec: call.visit.ids
  expect(second.sessionId).not.toBe(visit.sessionId);
  expect((await left).method()).toBe("PUT");
});

test("nothing is sent or stored for a browser with Global Privacy Control", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await page.goto("/about");
  await page.getByRole("contentinfo").getByRole("link", { name: "Guidelines" }).click();
  await expect(page).toHaveURL("/guidelines");
  await page.evaluate(() => new Promise((idle) => window.requestIdleCallback(idle)));
  await turn(page, "hidden");
  expect(sent.filter((path) => path.startsWith("/api/analytics"))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain("uvboard-visitor");
});

test("the Stats tab shows totals, charts and a file of the timeframe", async ({ newAdmin }) => {
  // spec: admin.stats admin.stats.timeframe role.admin.stats
  const { page } = await newAdmin();
  await page.emulateMedia({ reducedMotion: "reduce" }); // axe would measure colors during a transition
  await page.goto("/admin?tab=stats");
  await expect(page.getByRole("radio", { name: "24 hours" })).toBeChecked();
  await page.getByText("7 days").click();
  await expect(page.getByRole("img", { name: /^Visits: Visits [\d,]+, Unique visitors [\d,]+$/ })).toBeVisible();
  await page.getByText("Show visits as a table").click();
  await expect(page.getByRole("table", { name: "Visits" }).getByRole("row")).toHaveCount(8);
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toBe("analytics-7days.csv");
});
