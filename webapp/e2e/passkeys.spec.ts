import type { CDPSession, Page } from "@playwright/test";
import { password } from "./support/members";
import { askForProof } from "./support/proof";
import { arrive, expect, test } from "./support/test";

/** Gives the browser of a page a device that makes passkeys and says yes, with the passkeys of another device. */
async function addDevice(page: Page, from?: Device): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const device = { session, authenticatorId };
  for (const credential of from ? await passkeysOf(from) : [])
    await session.send("WebAuthn.addCredential", { authenticatorId, credential });
  return device;
}

type Device = { session: CDPSession; authenticatorId: string };

const passkeysOf = async ({ session, authenticatorId }: Device) =>
  (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

/** Forgets the session, after the page has stopped asking for its data. */
async function logOut(page: Page) {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

async function addPasskey(page: Page, name: string) {
  const form = page.getByRole("form", { name: "New passkey" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Add Passkey" }).click();
}

test("a member adds a passkey, logs in with it alone and after the password, and removes it", async ({
  newMember,
  newContext,
  watch,
}) => {
  const { page, username } = await newMember();
  const device = await addDevice(page);
  await arrive(page, "/settings", "Settings");
  await addPasskey(page, "Kiln phone");
  await expect(page.getByRole("region", { name: "Your recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Passkeys" })).toBeFocused();
  const passkeys = page.getByRole("list", { name: "Passkeys" });
  await expect(passkeys).toContainText("Kiln phone");
  await expect(passkeys).toContainText("Never used");

  // The same device again.
  await addPasskey(page, "Again");
  await expect(page.getByText("This device has a passkey for your account already.")).toBeVisible();
  expect(await passkeysOf(device)).toHaveLength(1);

  // Alone.
  const other = await (await newContext()).newPage();
  const copy = await addDevice(other, device);
  await arrive(other, "/login", "Log in");
  await other.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(other).toHaveURL(`/profile/${username}`);

  // After the password.
  await logOut(other);
  await arrive(other, "/login", "Log in");
  await other.getByLabel("Username").fill(username);
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Log in", exact: true }).last().click();
  await expect(other.getByLabel("Code")).toBeVisible();
  await other.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(other).toHaveURL(`/profile/${username}`);

  // It proves that the member is there, and is removed.
  await arrive(other, "/settings", "Settings");
  await expect(other.getByRole("list", { name: "Passkeys" })).toContainText("Active this hour");
  watch.expect(/status of 403 .*DeletePasskey/);
  await askForProof(other, "DeletePasskey");
  await other.getByRole("button", { name: "Remove Kiln phone" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  const proof = other.getByRole("dialog", { name: "Confirm that it's you" });
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await expect(other.getByText("You have no passkeys.")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Passkeys" })).toBeFocused();

  // The device does not know, and the board refuses.
  watch.expect(/status of 400 .*FinishPasskeyLogin/);
  expect(await passkeysOf(copy)).toHaveLength(1);
  await logOut(other);
  await arrive(other, "/login", "Log in");
  await other.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(other.getByText("This passkey does not work here.")).toBeVisible();
});
