import type { Page } from "@playwright/test";
import { axeOf } from "./support/axe";
import { expect, test } from "./support/test";

test("the API reference tries requests with the session and with a token", async ({ page: guest, newMember }) => {
  const { page, username } = await newMember();
  const run = async (on: Page, id: string, fill?: string) => {
    const it = on.locator(`#operations-${id}`);
    await it.locator(".opblock-summary-control").click();
    await it.getByRole("button", { name: "Try it out" }).click();
    if (fill) await it.locator("textarea").fill(fill);
    await it.getByRole("button", { name: "Execute" }).click();
    return it.locator(".live-responses-table");
  };
  await page.goto("/docs/api");
  await page.locator("#operations-tag-Account").click();
  const created = await run(page, "Account-CreateToken", JSON.stringify({ name: "A script", expiresInDays: 7 }));
  await expect(created).toContainText("201");
  await expect(created).toContainText("uvb_");
  const token = /uvb_[\w-]+/.exec((await created.textContent()) ?? "")?.[0] ?? "";
  expect(token).not.toBe("");
  // The faults are Swagger UI's own: rows that open by a button with a link in it, and controls without a name.
  const axe = axeOf(page)
    .include("#operations-Account-CreateToken")
    .disableRules(["nested-interactive", "label", "select-name", "landmark-unique", "scrollable-region-focusable"]);
  expect((await axe.analyze()).violations.map(({ id }) => id)).toEqual([]);

  await guest.goto("/docs/api");
  await guest.locator("#operations-tag-Account").click();
  await guest.getByRole("button", { name: "Authorize" }).click();
  await guest.locator(".modal-ux input:visible").fill(token);
  await guest.getByRole("button", { name: "Apply credentials" }).click();
  await guest.getByRole("button", { name: "Close" }).click();
  await expect(await run(guest, "Account-GetSession")).toContainText(username);
});
