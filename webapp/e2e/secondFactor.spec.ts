import type { Page } from "@playwright/test";
import { password } from "./support/members";
import { askForProof } from "./support/proof";
import { arrive, expect, test } from "./support/test";
import { totp } from "./support/totp";

/** Turns the second factor on and returns its secret and the recovery codes. */
async function turnOn(page: Page) {
  await arrive(page, "/settings", "Settings");
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const form = page.getByRole("form", { name: "Authenticator app" });
  const secret = ((await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? "").replaceAll(" ", "");
  await form.getByLabel("Code").fill(totp(secret));
  await form.getByRole("button", { name: "Turn on" }).click();
  const shown = page.getByRole("region", { name: "Your recovery codes" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  return { secret, codes: await shown.getByRole("listitem").allTextContents() };
}

test("a member turns a second factor on, logs in with it, and turns it off", async ({
  newMember,
  newContext,
  watch,
}) => {
  const { page, username } = await newMember();
  const { secret, codes } = await turnOn(page);
  await page.getByRole("button", { name: "Done" }).click();
  const app = page.getByRole("list", { name: "Second factor" });
  await expect(app).toContainText("10 recovery codes left");

  watch.expect(/status of 400 .*LoginWithSecondFactor/);
  const other = await (await newContext()).newPage();
  await arrive(other, "/login", "Log in");
  await other.getByLabel("Username").fill(username);
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Log in" }).last().click();
  await other.getByLabel("Code").fill("123 456");
  await other.getByRole("button", { name: "Log in" }).last().click();
  await expect(other.getByText("The code is not correct, or was used before")).toBeVisible();
  await other.getByLabel("Code").fill(totp(secret, 1));
  await other.getByRole("button", { name: "Log in" }).last().click();
  await expect(other).toHaveURL(`/profile/${username}`);

  // A recovery code proves it too.
  watch.expect(/status of 403 .*DeleteTotp/);
  await askForProof(page, "DeleteTotp");
  await app.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
  await proof.getByLabel("Code").fill(codes[0] ?? "");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(app.getByText("Off", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Second Factor", exact: true })).toBeFocused();
});
