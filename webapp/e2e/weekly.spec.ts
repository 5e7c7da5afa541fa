import type { Page } from "@playwright/test";
import { startBoard } from "./support/board";
import { mailsOf } from "./support/mails";
import { logInAsAdmin, register } from "./support/members";
import { arrive, expect, test } from "./support/test";
import { Watch } from "./support/watch";

const reader = "reader@mail.example";

test("a reader without an account subscribes, gets the issue that an admin publishes, and leaves", async ({
  browser,
}) => {
  const board = await startBoard("sqlite", { seeded: true });
  const watch = new Watch(board.url);
  watch.expect(/status of 404 .*GetWeeklyDraft/); // there is no draft yet
  const newContext = async () => {
    const context = await browser.newContext({ baseURL: board.url });
    watch.follow(context);
    return context;
  };
  const page = await (await newContext()).newPage();
  const maker = await register(await newContext());
  const project = await maker.publish();
  const other = await maker.publish();
  const admin: Page = (await logInAsAdmin(await newContext())).page;
  const mailWith = async (text: string) => {
    let found = "";
    await expect(() => {
      found = mailsOf(board).find((mail) => mail.includes(`To: <${reader}>`) && mail.includes(text)) ?? "";
      expect(found, text).not.toBe("");
    }).toPass();
    return found;
  };
  const linkIn = (mail: string, path: string) => mail.match(new RegExp(`${path}\\?token=[\\w-]+`))?.[0] ?? "";

  await test.step("the reader subscribes and confirms", async () => {
    await arrive(page, "/weekly", "Weekly");
    await page.getByRole("textbox", { name: "Email" }).fill("reader");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await page.getByRole("textbox", { name: "Email" }).fill(reader);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
    await arrive(page, linkIn(await mailWith("/weekly/confirm"), "/weekly/confirm"), "Confirm your subscription");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: "You're subscribed" })).toBeFocused();
  });

  await test.step("the admin edits the draft and publishes it", async () => {
    await arrive(admin, "/admin?tab=weekly", "Admin Dashboard");
    const make = admin.getByRole("button", { name: /^(Make a draft|Start over)$/ });
    await make.click();
    await expect(admin.getByText("1 subscriber will get it.")).toBeVisible();
    await admin.getByRole("textbox", { name: "Title" }).fill("Kilns and clay");
    for (const { id } of [project, other]) {
      const items = await admin.getByRole("button", { name: /^Remove: / }).count();
      await admin.getByRole("textbox", { name: "Address of an item" }).fill(`${board.url}/projects/${id}`);
      await admin.getByRole("button", { name: "Add", exact: true }).click();
      await expect(admin.getByRole("button", { name: /^Remove: / })).toHaveCount(items + 1);
    }
    await admin.getByRole("button", { name: "Save draft" }).click();
    const up = admin.getByRole("button", { name: `Move up: ${other.title}` });
    await expect(up).toBeVisible();
    while (await up.isEnabled()) await up.press("Enter");
    await admin.getByRole("textbox", { name: `Note on ${other.title}` }).fill("It stays warm.");
    await expect(admin.getByRole("button", { name: "Publish..." })).toBeDisabled();
    await admin.getByRole("button", { name: "Save draft" }).click();
    await admin.getByRole("button", { name: "Publish..." }).click();
    const dialog = admin.getByRole("dialog", { name: "Publish issue 2?" });
    await expect(dialog).toContainText("“Kilns and clay” goes to 1 subscriber by email.");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(admin.getByRole("link", { name: "2. Kilns and clay" })).toBeVisible();
  });

  await test.step("the reader reads it by mail and on the board", async () => {
    await mailWith("It stays warm.");
    await arrive(page, "/weekly/2", "Kilns and clay");
    const items = page.getByRole("article").getByRole("heading", { level: 2 });
    await expect(items.first()).toHaveText(other.title);
    await expect(page.getByText("It stays warm.")).toBeVisible();
    await page.getByRole("link", { name: "Issue 1" }).click();
    await expect(page).toHaveURL(/\/weekly\/1$/);
  });

  await test.step("the reader leaves", async () => {
    const mail = await mailWith("It stays warm.");
    expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    await arrive(page, linkIn(mail, "/weekly/unsubscribe"), "Unsubscribe from the weekly");
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("heading", { name: "You're unsubscribed" })).toBeFocused();
    const left = await admin.request.get("/api/admin/weekly/subscribers");
    expect(await left.json()).toEqual([]);
  });
  for (const context of browser.contexts()) await context.close();
  expect(watch.unexpected()).toEqual([]);
  expect(await board.stop(), "errors in the server's log").toEqual([]);
});
