import { arrive, expect, test } from "./support/test";

test("a visitor joins with GitHub, where they had come from, and logs in again", async ({ page, watch }) => {
  watch.expect(/127\.0\.0\.1/);
  await page.goto("/saved");
  await page.getByRole("link", { name: "Log in" }).last().click();
  await page.getByRole("link", { name: "Continue with GitHub" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByText("You canceled the login with GitHub.")).toBeVisible();
  await page.getByRole("link", { name: "Continue with GitHub" }).click();
  await page.getByRole("link", { name: "Authorize" }).click();
  await expect(page).toHaveURL("/saved");

  await arrive(page, "/settings", "Settings");
  const logins = page.getByRole("list", { name: "Other logins" });
  await expect(logins.getByText("GitHub:")).toBeVisible();
  // The only way to log in cannot be removed.
  watch.expect(/status of 409 .*DeleteIdentity/);
  watch.expect(/status of 400 .*DeleteIdentity/);
  await logins.getByRole("button", { name: /^Unlink/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByText("This is your only way to log in. Set a password first.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Email me a link" })).toBeVisible();
});

test("a member links GitHub and unlinks it", async ({ newMember, watch }) => {
  watch.expect(/127\.0\.0\.1/);
  const { page } = await newMember();
  await arrive(page, "/settings", "Settings");
  await page.getByRole("link", { name: "Link GitHub" }).click();
  await page.getByRole("link", { name: "Authorize" }).click();
  await expect(page.getByText("You can now log in with GitHub.")).toBeVisible();
  await expect(page).toHaveURL("/settings");
  const logins = page.getByRole("list", { name: "Other logins" });
  await logins.getByRole("button", { name: /^Unlink/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByText("GitHub no longer logs you in.")).toBeVisible();
  await expect(logins).toBeHidden();
});
