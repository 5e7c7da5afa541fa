import type { Page } from "@playwright/test";
import { axeOf } from "./support/axe";
import { startBoard } from "./support/board";
import { password } from "./support/members";
import { arrive, test as base, expect } from "./support/test";

// A server of its own, since its rules for newcomers would hold for the members of other journeys too.
const test = base.extend({
  board: [
    async ({ database }, use) => {
      const board = await startBoard(database);
      await use(board);
      expect(await board.stop(), "errors in the server's log").toEqual([]);
    },
    { scope: "worker" },
  ],
});

async function fillAccount(page: Page, username: string, email: string) {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
}

// A slow machine that also does other work takes long.
const solved = (page: Page) => expect(page.getByLabel("Task solved")).toBeChecked({ timeout: 60_000 });

test("an admin sets rules for newcomers, and guests register by them", async ({ page, newContext, board, watch }) => {
  const token = new URL(board.setup ?? "").searchParams.get("token");
  const operator = { token, username: "operator", email: "operator@example.com", password };
  expect((await page.request.post("/api/setup", { data: operator })).status()).toBe(201);
  await arrive(page, "/admin?tab=settings", "Admin Dashboard");
  const rules = page.getByRole("form", { name: "Newcomers" });
  await rules.getByLabel("Blocked mail domains").fill("not a domain!");
  watch.expect(/status of 400 .*UpdateBoard/);
  await rules.getByRole("button", { name: "Save rules for newcomers" }).click();
  await expect(rules.getByText('"domain!" is not a domain.')).toBeVisible();
  await rules.getByLabel("Blocked mail domains").fill("@Spam.example\n");
  await rules.getByRole("switch", { name: "Proof of work at sign-up" }).check();
  await rules.getByRole("button", { name: "Save rules for newcomers" }).click();
  await expect(page.getByText("The rules for newcomers apply from now on.")).toBeVisible();
  await expect(rules.getByLabel("Blocked mail domains")).toHaveValue("spam.example");
  expect((await axeOf(page).analyze()).violations).toEqual([]);

  // An address of a blocked domain is refused at its field, and nothing is lost.
  watch.expect(/status of 400 .*AccountService\/Register/);
  const guest = await (await newContext()).newPage();
  const task = guest.waitForResponse("**/api/auth/challenge");
  await arrive(guest, "/register", "Sign up");
  const used = await (await task).json();
  await solved(guest);
  expect((await axeOf(guest).analyze()).violations).toEqual([]);
  await fillAccount(guest, "first_guest", "guest@mail.spam.example");
  await guest.getByRole("button", { name: "Sign up" }).click();
  await expect(guest.getByText("this board does not take addresses of mail.spam.example.")).toBeVisible();
  await expect(guest.getByLabel("Email")).toBeFocused();
  await expect(guest.getByLabel("Username")).toHaveValue("first_guest");
  await guest.getByLabel("Email").fill("guest@example.com");
  await guest.getByRole("button", { name: "Sign up" }).click();
  await expect(guest.getByRole("button", { name: /^Notifications/ })).toBeVisible();

  // A solved task counts once. The browser then solves another one.
  const second = await (await newContext()).newPage();
  await second.route("**/api/auth/challenge", (route) => route.fulfill({ json: used }), { times: 1 });
  await arrive(second, "/register", "Sign up");
  await fillAccount(second, "second_guest", "second@example.com");
  await solved(second);
  await second.getByRole("button", { name: "Sign up" }).click();
  await expect(second.getByText("or this solution was used already.")).toBeVisible();
  await solved(second);
  await second.getByRole("button", { name: "Sign up" }).click();
  await expect(second.getByRole("button", { name: /^Notifications/ })).toBeVisible();

  // Without the task, as a script that does not know it.
  const script = { username: "a_script", email: "script@example.com", password };
  const refused = await page.request.post("/api/auth/register", { data: script });
  expect(refused.status()).toBe(400);
  expect(await refused.json()).toMatchObject({
    code: "PROOF_OF_WORK_NEEDED",
    error: expect.stringContaining("asks your browser to solve a small task"),
  });
});
