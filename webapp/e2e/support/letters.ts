import { expect } from "@playwright/test";
import type { Board } from "./board";

/** The newest mail to a member, once there is one that has such words in it. */
export async function mailedTo(board: Board, username: string, words: string): Promise<string> {
  let letter: string | undefined;
  await expect(() => {
    letter = board.letters().find((text) => text.includes(`Hi ${username},`) && text.includes(words));
    expect(letter, `a mail to ${username} with ${words}`).toBeDefined();
  }).toPass();
  return letter ?? "";
}

/** The link of the newest mail to a member that leads to the screen, among the mails that come after `seen`. */
export async function mailedLink(board: Board, username: string, screen: string, seen = ""): Promise<string> {
  let link = "";
  await expect(async () => {
    const letter = await mailedTo(board, username, `/${screen}?token=`);
    link = letter.match(new RegExp(`/${screen}\\?token=[\\w-]+`))?.[0] ?? "";
    expect(link, "another link").not.toBe(seen);
  }).toPass();
  return link;
}
