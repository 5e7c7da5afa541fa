import type { Page } from "@playwright/test";
import { startBoard } from "./support/board";
import { mailedLink, mailedTo } from "./support/mails";
import { logInAsAdmin, password, register, unique } from "./support/members";
import { askForProof } from "./support/proof";
import { arrive, expect, test } from "./support/test";
import { Watch } from "./support/watch";

/** Follows the link that confirms an email address. */
async function confirm(page: Page, link: string) {
  const data = { token: new URL(link, "http://board").searchParams.get("token") };
  expect((await page.request.post("/api/auth/verify-email", { data })).status()).toBe(200);
}

test("another address takes the place of the old one when its link is followed", async ({
  newMember,
  page: guest,
  board,
}) => {
  const { page, username } = await newMember();
  const [old, wrong, right] = [`${username}@example.com`, `${unique("a")}@example.com`, `${unique("b")}@example.com`];
  const registered = await mailedLink(board, username, "verify-email");
  await confirm(page, registered);
  await arrive(page, "/settings", "Settings");
  const rows = page.getByRole("list", { name: "Account" }).getByRole("listitem");
  const dialog = page.getByRole("dialog", { name: "Change email" });
  const field = (name: string) => dialog.getByRole("textbox", { name });
  const send = dialog.getByRole("button", { name: "Send link" });
  const ask = async (address: string) => {
    await page.getByRole("button", { name: "Change email" }).click();
    await field("New Email").fill(address);
    await field("Password").fill(password);
    await send.click();
    await expect(dialog).toHaveCount(0);
    await expect(rows.filter({ hasText: address })).toContainText("Not confirmed");
    await expect(rows.filter({ hasText: old })).toContainText("Confirmed");
  };

  await ask(wrong);
  const dead = await mailedLink(board, username, "verify-email", registered);
  await page.getByRole("button", { name: "Cancel the change of email" }).click();
  await expect(rows.filter({ hasText: wrong })).toHaveCount(0);
  // The link may be opened anywhere, as mail is read on other devices, but takes a login there.
  await ask(right);
  await arrive(guest, await mailedLink(board, username, "verify-email", dead), "Log in to confirm your email");
  await guest.getByRole("link", { name: "Log in", exact: true }).last().click();
  await guest.getByRole("textbox", { name: "Username" }).fill(username);
  await guest.getByRole("textbox", { name: "Password" }).fill(password);
  await guest.getByRole("button", { name: "Log in" }).click();
  await expect(guest.getByRole("heading", { name: "Your email address is confirmed" })).toBeVisible();
  expect(await mailedTo(board, username, "send mail to this address")).toContain(`To: <${old}>`);
  await arrive(page, "/settings", "Settings");
  await expect(rows.filter({ hasText: right })).toContainText("Confirmed");
  await expect(rows.filter({ hasText: right })).not.toContainText("Not confirmed");
  await expect(rows.filter({ hasText: old })).toHaveCount(0);
});

test("a newcomer is told that their address awaits confirmation, until it has it", async ({ newMember, board }) => {
  const { page, username } = await newMember();
  const first = await mailedLink(board, username, "verify-email");
  await arrive(page, `/profile/${username}`, username);
  const notice = (of: Page) => of.getByText(/^Confirm .*open the link we sent you/);
  await expect(notice(page)).toContainText(`${username}@example.com`);
  await notice(page).getByRole("link").click();
  await expect(page).toHaveURL("/settings");
  await page.getByRole("button", { name: "Resend link" }).click();
  await expect(page.getByText("Link Sent", { exact: true })).toBeVisible();
  await arrive(page, await mailedLink(board, username, "verify-email", first), "Your email address is confirmed");
  await arrive(page, `/profile/${username}`, username);
  await expect(notice(page)).toHaveCount(0);
});

test("a member writes to a maker, who can switch such mails off", async ({ newMember, board, watch }) => {
  watch.expect(/status of 403 .*SendMemberMessage/);
  const [maker, writer] = [await newMember(), await newMember()];
  const project = await maker.publish({ lookingFor: ["feedback"] });
  for (const { page, username } of [maker, writer]) {
    await confirm(page, await mailedLink(board, username, "verify-email"));
  }

  const { page } = writer;
  const dialog = page.getByRole("dialog", { name: `Write to ${maker.username}` });
  const subject = dialog.getByRole("textbox", { name: "Subject" });
  const text = dialog.getByRole("textbox", { name: "Message" });
  const send = dialog.getByRole("button", { name: "Send Message" });
  await arrive(page, `/projects/${project.id}`, project.title);
  await page.getByRole("link", { name: "Contact Maker" }).click();
  await subject.fill("Your kiln");
  await text.fill("May I try your kiln?");
  await send.click();
  await expect(dialog).toHaveCount(0);
  const mail = await mailedTo(board, maker.username, "May I try your kiln?");
  expect(mail).not.toContain("Reply-To:");
  expect(mail).not.toContain(`${writer.username}@example.com`);

  // The link of the mail opens the form that answers.
  const answer = maker.page.getByRole("dialog", { name: `Write to ${writer.username}` });
  await maker.page.goto(`/profile/${writer.username}?message=Re%3A+Your+kiln`);
  await expect(answer.getByRole("textbox", { name: "Subject" })).toHaveValue("Re: Your kiln");
  await answer.getByRole("textbox", { name: "Message" }).fill("Any day.");
  await answer.getByRole("button", { name: "Send Message" }).click();
  await expect(answer).toHaveCount(0);
  await expect(maker.page).toHaveURL(`/profile/${writer.username}`);
  await mailedTo(board, writer.username, "Any day.");

  const data = { isOn: false };
  expect((await maker.page.request.put("/api/notifications/emails/member_message", { data })).ok()).toBe(true);
  await page.getByRole("button", { name: "Message" }).click();
  await subject.fill("Your kiln");
  await text.fill("And again?");
  await send.click();
  await expect(dialog.getByText(`${maker.username} does not take messages`)).toBeVisible();
  await expect(text).toHaveValue("And again?");
});

test("without a mail server nobody is sent to look into their mail", async ({ browser, database }) => {
  test.skip(database !== "sqlite", "what is said does not depend on it");
  const board = await startBoard("sqlite", { mail: false, seeded: true });
  const context = await browser.newContext({ baseURL: board.url });
  const watch = new Watch(board.url);
  watch.follow(context);
  const { page, username } = await register(context);
  await arrive(page, "/settings", "Settings");
  await expect(page.getByText(/This site can't send email/)).toBeVisible();
  await page.getByRole("button", { name: "Create a new link" }).click();
  await expect(page.getByText("New link created", { exact: true })).toBeVisible();
  await page.goto("about:blank"); // stops asking for the data of the session
  await page.context().clearCookies();
  await arrive(page, "/forgot-password", "Reset password");
  await expect(page.getByText(/This site can't send email/)).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(`${username}@example.com`);
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("heading", { name: "Ask an admin for your link" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Write to the admins" })).toHaveAttribute("href", "/contact");
  await context.close();

  // The link gives access to an account, so the admin proves who is at the browser.
  watch.expect(/status of 403 .*RevealMailLink/);
  const desk = await browser.newContext({ baseURL: board.url });
  watch.follow(desk);
  const admin = await logInAsAdmin(desk);
  await arrive(admin.page, "/admin?tab=mail", "Admin Dashboard");
  await admin.page
    .getByRole("button", { name: `Show link for ${username}@example.com` })
    .first()
    .click();
  await askForProof(admin.page, "RevealMailLink");
  await admin.page.getByRole("dialog", { name: "Show this link?" }).getByRole("button", { name: "Show link" }).click();
  const proof = admin.page.getByRole("dialog", { name: "Confirm that it's you" });
  await proof.getByLabel("Your Password").fill("vibecoding");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(admin.page.getByText(/\/reset-password\?token=/)).toBeVisible();
  await desk.close();
  expect(await board.stop(), "errors in the server's log").toEqual([]);
  expect(watch.unexpected(), "console, policy and other origins").toEqual([]);
});
