import type { Page } from "@playwright/test";
import { arrive, expect, test } from "./support/test";

test.use({ serviceWorkers: "allow" });

// Chromium forgets it for the worker with the next page.
const goOffline = async (page: Page) => {
  await page.context().setOffline(false);
  await page.context().setOffline(true);
};

test("pages read last are there without a connection; logging out removes them and ends push notifications", async ({
  newMember,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|503/);
  const member = await newMember();
  const project = await member.publish();
  const { page } = member;
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await arrive(page, project.path, project.title);
  await page.reload(); // the worker keeps files from its second page on
  await arrive(page, project.path, project.title);

  await goOffline(page);
  await arrive(page, project.path, project.title);
  await goOffline(page);
  await page.goto("/about");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();

  await page.context().setOffline(false);
  await arrive(page, project.path, project.title);
  // No push service can be reached from a test, so the browser only seems to have a subscription.
  await page.evaluate(() => {
    const subscription = { unsubscribe: async () => document.body.setAttribute("data-unsubscribed", "") };
    PushManager.prototype.getSubscription = async () => subscription as unknown as PushSubscription;
  });
  await page
    .getByRole("banner")
    .getByRole("button", { name: `@${member.username}` })
    .click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.locator("body[data-unsubscribed]")).toBeVisible();
  await goOffline(page);
  await page.goto(project.path);
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
});

test("a browser that refuses push notifications says where to change that", async ({ newMember, watch }) => {
  const { page } = await newMember();
  await arrive(page, "/settings#notifications", /Settings/);
  await page.evaluate(() => {
    Notification.requestPermission = async () => "denied";
  });
  await page.getByRole("button", { name: "Turn on push" }).click();
  await expect(page.getByText("Your browser does not allow notifications from this site.")).toBeVisible();
  await expect(page.getByText("Push notifications in this browser are off.")).toBeVisible();
  expect(watch.unexpected()).toEqual([]);
});
