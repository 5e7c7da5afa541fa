import { arrive, expect, test } from "./support/test";

const failures = {
  "answered with 500": { console: /status of 500 .*GetSession/, status: 500 },
  "not sent because the browser is offline": { console: /ERR_INTERNET_DISCONNECTED .*GetSession/, status: undefined },
};

for (const [failure, { console, status }] of Object.entries(failures)) {
  test(`a member whose session request is ${failure} is not taken for a guest`, async ({ newMember, watch }) => {
    watch.expect(console);
    const { page, username } = await newMember();
    let failing = true;
    await page.route("**/uvboard.v1.AccountService/GetSession*", async (route) => {
      if (!failing) await route.continue();
      else if (status) await route.fulfill({ status });
      else await route.abort("internetdisconnected");
    });
    const tryAgain = page.getByRole("banner").getByRole("button", { name: "Try again" });
    const toLogIn = page.locator('a[href^="/login"], a[href^="/register"]');

    await arrive(page, "/", "UV Board");
    await expect(tryAgain).toBeVisible();
    await expect(toLogIn).toHaveCount(0);
    const vote = page.getByRole("region", { name: "Newest Projects" }).getByRole("button", { name: "Upvote" }).first();
    await vote.click();
    const toast = page.getByRole("alert").filter({ hasText: "Couldn't load your account" });
    await expect(toast).toContainText("The server could not be reached.");
    await expect(toast).toContainText("Nothing was lost.");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Explore" })).toBeVisible();
    await expect(toLogIn).toHaveCount(0);
    await page.keyboard.press("Escape");

    for (const [path, heading] of [
      ["/submit", "Submit Project"],
      ["/settings", "Couldn't load your account"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
      await expect(page.getByRole("main").getByRole("button", { name: "Try again" })).toBeVisible();
      await expect(page).toHaveURL(path);
      await expect(toLogIn).toHaveCount(0);
    }
    failing = false;
    await tryAgain.click();
    await expect(page.getByRole("banner").getByRole("button", { name: `@${username}` })).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading", { name: "Settings" })).toBeVisible();
  });
}
