import { password, unique } from "./support/members";
import { askForProof } from "./support/proof";
import { arrive, expect, test } from "./support/test";

const changed = "three lenses and a tripod";

test("a guest is led to the login, and from there to the settings", async ({ page, newMember }) => {
  await page.goto("/settings");
  await expect(page).toHaveURL("/login");
  const member = await newMember();
  // And, once logged in, back to where the link of a mail had sent them.
  await page.getByRole("textbox", { name: "Username" }).fill(member.username);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/settings");
});

test("the password is changed, which ends other sessions and the old password", async ({
  newMember,
  playwright,
  baseURL,
}) => {
  const { page, username } = await newMember();
  const elsewhere = await playwright.request.newContext({ baseURL });
  const login = (word: string) => elsewhere.post("/api/auth/login", { data: { username, password: word } });
  const whoIsElsewhere = async () => (await (await elsewhere.get("/api/auth/me")).json()) as object;
  expect((await login(password)).status()).toBe(200);
  expect(await whoIsElsewhere()).toHaveProperty("user");

  await arrive(page, "/settings", "Settings");
  const form = page.getByRole("form", { name: "Password" });
  const field = (name: string) => form.getByRole("textbox", { name, exact: true });
  await field("New Password").fill("123456");
  await expect(form.getByText(/That password is easy to guess/)).toBeVisible();
  await field("New Password").fill(changed);
  await field("Confirm Password").fill(changed);
  await field("Current Password").fill(password);
  await form.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password Changed")).toBeVisible();
  await expect(field("New Password")).toHaveValue("");
  expect(await whoIsElsewhere()).toEqual({});
  expect((await login(password)).status()).toBe(401);
  expect((await login(changed)).status()).toBe(200);
  await elsewhere.dispose();
});

test("a session elsewhere is seen and revoked", async ({ newMember, playwright, baseURL }) => {
  const { page, username } = await newMember();
  const device = async (system: string) => {
    const userAgent = `Mozilla/5.0 (${system}) Firefox/140.0`;
    const context = await playwright.request.newContext({ baseURL, userAgent });
    expect((await context.post("/api/auth/login", { data: { username, password } })).status()).toBe(200);
    return context;
  };
  const [phone, laptop] = [await device("Android 15"), await device("X11; Linux x86_64")];

  await arrive(page, "/settings", "Settings");
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(3);
  const own = sessions.filter({ hasText: "This device" });
  await expect(own).toHaveCount(1);
  await expect(own.getByRole("button")).toHaveCount(0);
  await sessions.getByRole("button", { name: "Revoke Firefox on Android" }).click();
  const question = page.getByRole("dialog", { name: "Revoke Firefox on Android" });
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(sessions).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeFocused();
  expect(await (await phone.get("/api/auth/me")).json()).toEqual({});

  await expect(own).toContainText("Network 127.0.0.0/24");
  await page.getByRole("button", { name: "Revoke all others" }).click();
  const all = page.getByRole("dialog", { name: "Revoke all others" });
  await all.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Logged out on 1 other device.")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect(await (await laptop.get("/api/auth/me")).json()).toEqual({});

  // All of it is in the log.
  await arrive(page, "/settings", "Settings");
  const activity = page.getByRole("list", { name: "Security activity" }).getByRole("listitem");
  await expect(activity).toHaveText([
    /^All other sessions revoked/,
    /^Session revoked: Firefox on Android/,
    /^Logged in on a new device.*Firefox on Linux · Network 127.0.0.0\/24$/,
    /^Logged in on a new device.*Firefox on Android/,
  ]);
  for (const context of [phone, laptop]) await context.dispose();
});

test("an access token takes a fresh proof, is shown once, lets a script in, and is deleted", async ({
  newMember,
  playwright,
  baseURL,
  watch,
}) => {
  watch.expect(/status of 403 .*CreateToken/);
  const { page, username } = await newMember();
  const name = unique("Script ");
  await arrive(page, "/settings", "Settings");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByLabel("Expires").selectOption("30 days");
  await page.getByRole("checkbox", { name: "Write" }).uncheck();
  const create = page.getByRole("button", { name: "Create Token" });
  const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
  await askForProof(page, "CreateToken");
  await create.click();
  await proof.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Please confirm that it's you.")).toBeVisible();
  await askForProof(page, "CreateToken");
  await create.click();
  await proof.getByLabel("Your Password").fill(password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  const shown = page.getByRole("region", { name });
  await expect(shown.getByRole("button", { name: "Copy Token" })).toBeFocused();
  const token = (await shown.getByText(/^uvb_/).textContent()) ?? "";

  const script = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  });
  expect(await (await script.get("/api/auth/me")).json()).toMatchObject({ user: { username } });

  await arrive(page, "/settings", "Settings");
  await expect(page.getByText(token)).toHaveCount(0);
  const row = page.getByRole("list", { name: "Access tokens" }).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("Read · Created");
  await expect(row).toContainText("Expires in 30 days");
  await expect(row).toContainText("Active this hour");
  await row.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("You have no access tokens.")).toBeVisible();
  expect((await script.get("/api/auth/me")).status()).toBe(401);
  await script.dispose();
});

test("a session that has ended is begun anew beside the form, which keeps what was typed", async ({
  newMember,
  watch,
}) => {
  watch.expect(/status of 401/);
  const { page, username } = await newMember();
  await arrive(page, "/settings", "Settings");
  const form = page.getByRole("form", { name: "Password" });
  const field = (name: string) => form.getByRole("textbox", { name, exact: true });
  await field("Current Password").fill(password);
  await field("New Password").fill(changed);
  await field("Confirm Password").fill(changed);
  await page.context().clearCookies();
  await form.getByRole("button", { name: "Change Password" }).click();
  const opened = page.waitForEvent("popup");
  await form.getByRole("alert").getByRole("link", { name: "Log in in a new tab" }).click();
  const beside = await opened;
  await beside.getByRole("textbox", { name: "Username" }).fill(username);
  await beside.getByRole("textbox", { name: "Password" }).fill(password);
  await beside.getByRole("button", { name: "Log in" }).click();
  await expect(beside).toHaveURL(`/profile/${username}`);
  await expect(field("New Password")).toHaveValue(changed);
  await form.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password Changed")).toBeVisible();
});
