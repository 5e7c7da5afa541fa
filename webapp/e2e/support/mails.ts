import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";

type Mails = { mails: string };

/** Returns every mail the board has sent, newest first. */
export const mailsOf = ({ mails }: Mails): string[] =>
  readdirSync(mails)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .reverse()
    .map((name) => readFileSync(join(mails, name), "utf8"));

/** Waits for a mail to the user that contains the text, and returns the newest one. */
export async function mailedTo(board: Mails, username: string, text: string): Promise<string> {
  let found: string | undefined;
  await expect(() => {
    found = mailsOf(board).find((mail) => mail.includes(`Hi ${username},`) && mail.includes(text));
    expect(found, `a mail to ${username} with ${text}`).toBeDefined();
  }).toPass();
  return found ?? "";
}

/** Waits for a mail to the user with a link to the screen other than `seen`, and returns that link. */
export async function mailedLink(board: Mails, username: string, screen: string, seen = ""): Promise<string> {
  let link = "";
  await expect(async () => {
    const mail = await mailedTo(board, username, `/${screen}?token=`);
    link = mail.match(new RegExp(`/${screen}\\?token=[\\w-]+`))?.[0] ?? "";
    expect(link, "a new link").not.toBe(seen);
  }).toPass();
  return link;
}

/** Confirms the address of a user through REST, so that the user's votes are eligible. */
export async function confirmEmail(board: Mails, { username, page }: { username: string; page: Page }): Promise<void> {
  const link = await mailedLink(board, username, "verify-email");
  const data = { token: link.split("token=")[1] };
  expect((await page.request.post("/api/auth/verify-email", { data })).status()).toBe(200);
}
