import { mailedLink } from "./support/mails";
import { password } from "./support/members";
import { arrive, expect, test } from "./support/test";

const changed = "a lantern behind the curtain";

test("a forgotten password is set anew by mail, once", async ({ page: guest, newMember, board, watch }) => {
  watch.expect(/status of 400 .*ConfirmPasswordReset/);
  const { username } = await newMember();
  await arrive(guest, "/login", "Log in");
  await guest.getByRole("link", { name: "Forgot password?" }).click();
  const answer = guest.getByRole("heading", { name: "Check your email" });
  const another = guest.getByRole("button", { name: "Use another address" });
  const send = guest.getByRole("button", { name: "Send link" });
  await send.click();
  await expect(guest.getByText("Email is required")).toBeVisible();
  for (const address of ["nobody@example.com", `${username}@example.com`]) {
    const answered = guest.waitForResponse(/RequestPasswordReset$/);
    await guest.getByRole("textbox", { name: "Email" }).fill(address);
    await send.click();
    expect((await answered).status()).toBe(200);
    // The answer does not reveal whether the account exists.
    await expect(answer).toBeFocused();
    await expect(guest.getByText(`If ${address} has an account, we've sent it a one-time link`)).toBeVisible();
    await another.click();
    await expect(guest.getByRole("textbox", { name: "Email" })).toHaveValue(address);
  }

  const link = await mailedLink(board, username, "reset-password");
  await arrive(guest, link, "New password");
  const type = async (first: string, second: string) => {
    await guest.getByRole("textbox", { name: "New Password" }).fill(first);
    await guest.getByRole("textbox", { name: "Confirm Password" }).fill(second);
    await guest.getByRole("button", { name: "Change Password" }).click();
  };
  await type(changed, password);
  await expect(guest.getByText("Passwords do not match")).toBeVisible();
  await type(changed, changed);
  await expect(guest.getByText("Password Changed", { exact: true })).toBeVisible();
  await expect(guest).toHaveURL("/login");
  await guest.getByRole("textbox", { name: "Username" }).fill(username);
  await guest.getByRole("textbox", { name: "Password" }).fill(changed);
  await guest.getByRole("button", { name: "Log in" }).click();
  await expect(guest).toHaveURL(`/profile/${username}`);

  await arrive(guest, link, "New password");
  await type(password, password);
  await expect(guest.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await guest.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(guest).toHaveURL("/forgot-password");
});
