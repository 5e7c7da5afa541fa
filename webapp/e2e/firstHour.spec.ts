import type { Page } from "@playwright/test";
import { startBoard } from "./support/board";
import { fillQuick } from "./support/form";
import { mailsOf } from "./support/mails";
import { password } from "./support/members";
import { arrive, test as base, expect } from "./support/test";

// The server is new: it has no accounts.
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

async function fillAccount(page: Page, username: string) {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: /^(Create account|Sign up)$/ }).click();
}

test("a new board gets its admin, name, channels, mail, first project and feature", async ({
  page,
  newContext,
  board,
  watch,
}) => {
  await page.goto(board.setup ?? "");
  await fillAccount(page, "operator");
  await expect(page).toHaveURL(/\/admin$/);
  const step = (title: string) => page.getByRole("listitem").filter({ has: page.getByText(title, { exact: true }) });
  await expect(step("Open channels").getByText("0 channels.")).toBeVisible();

  await page.getByRole("button", { name: "Add these 5" }).click();
  await expect(step("Open channels").getByText("5 channels.")).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  const dialog = page.getByRole("dialog", { name: "Send a test mail" });
  await dialog.getByLabel("To").fill("elsewhere@example.com");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(() => expect(mailsOf(board).join()).toContain("elsewhere@example.com")).toPass();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();

  const sections = page.getByRole("navigation", { name: "Sections" });
  await sections.getByRole("link", { name: "Settings" }).click();
  const settings = page.getByRole("form", { name: "Settings" });
  await settings.getByLabel("Name", { exact: true }).fill("Kiln House");
  await settings.getByLabel("Accent").fill("#ffee00");
  await settings.getByRole("button", { name: "Save settings" }).click();
  await expect(settings.getByText(/contrast|less than 3/)).toHaveCount(1);
  await settings.getByLabel("Accent").fill("#0e8a6a");
  await settings.getByLabel("Time zone").selectOption("Europe/Berlin");
  await settings.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The board has its new settings.")).toBeVisible();
  await sections.getByRole("link", { name: "Texts" }).click();
  await page.getByRole("radiogroup", { name: "Page" }).getByText("Terms").click();
  const terms = page.getByRole("form", { name: "Terms" });
  await terms.getByRole("button", { name: "Start from the built-in text" }).click();
  await expect(terms.getByRole("textbox")).toHaveValue(
    /^## In short\n\nKiln House is free to use\..*\[guidelines\]\(\/guidelines\)/s,
  );
  const guest = await (await newContext()).newPage();
  await guest.goto("/");
  await expect(guest.getByRole("banner").getByText("Kiln House")).toBeVisible();
  await expect(guest.locator("html")).toHaveCSS("--uv-accent", "#0e8a6a");
  await expect(guest).toHaveTitle(/Kiln House/);
  await expect(guest.getByRole("heading", { name: "No Trending Projects Yet" })).toBeVisible();
  // Nothing is loading: the outlines of cards stand still.
  await expect.poll(() => guest.evaluate(() => document.getAnimations().length)).toBe(0);

  await page.getByRole("banner").getByRole("link", { name: "Submit Project" }).click();
  await fillQuick(page, "First firing");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "First firing" })).toBeVisible();

  await arrive(page, "/admin?tab=featured", "Admin Dashboard");
  await page.getByRole("button", { name: "Feature a project" }).click();
  const feature = page.getByRole("dialog");
  await feature.getByLabel("Project", { exact: true }).fill("First");
  await feature.getByRole("radio", { name: /First firing/ }).check();
  await feature.getByLabel("Shown on Home").fill("The board's first project.");
  await feature.getByLabel("Reason").fill("It is the first.");
  await feature.getByRole("button", { name: "Feature", exact: true }).click();
  await expect(feature).toBeHidden();
  await guest.reload();
  const featured = guest.getByRole("region", { name: "Featured Projects" });
  await expect(featured.getByText("First firing").first()).toBeVisible();
  await expect(featured.getByText("The board's first project.")).toBeVisible();

  await arrive(page, "/admin", "Admin Dashboard");
  for (const title of ["Send mail", "Open channels", "Share the first project", "Feature a project"]) {
    await expect(step(title)).toHaveAttribute("data-done", "true");
  }

  await sections.getByRole("link", { name: "Settings" }).click();
  await settings.getByLabel("Registration").selectOption({ label: "By invitation: members invite others" });
  await settings.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The board has its new settings.")).toBeVisible();
  await arrive(page, "/settings", "Settings");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  const invitation = page.getByRole("list", { name: "Invitations" }).getByRole("listitem");
  await expect(invitation).toHaveCount(1);
  const made = page.getByRole("region", { name: "New invitation" });
  const link = new URL((await made.locator("pre").textContent()) ?? "");
  const code = link.searchParams.get("invitation") ?? "";
  await arrive(guest, "/register", "Sign up");
  watch.expect(/status of 400/);
  await fillAccount(guest, "newcomer");
  await expect(guest.getByText("You need an invitation of a member")).toBeVisible();
  await arrive(guest, link.pathname + link.search, "Sign up");
  await expect(guest.getByLabel("Invitation code")).toHaveValue(code);
  await fillAccount(guest, "newcomer");
  await expect(guest).toHaveURL("/profile/newcomer");
  await page.reload();
  await expect(invitation.getByText("Used")).toBeVisible();
});
