import { arrive, expect, test } from "./support/test";

test("a member collects projects, puts them in order with notes, and shows the collection to others", async ({
  newMember,
  page: guest,
}) => {
  const maker = await newMember();
  const first = await maker.publish();
  const second = await maker.publish();

  const { page, username } = await newMember();
  await arrive(page, `/projects/${first.id}`, first.title);
  await page.getByRole("button", { name: "Add to Collection" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to Collection" });
  await dialog.getByRole("textbox", { name: "New collection" }).fill("Warm things");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Warm things" })).toBeChecked();
  await arrive(page, `/projects/${second.id}`, second.title);
  await page.getByRole("button", { name: "Add to Collection" }).click();
  // Not check(), which wants the mark at once: React shows it a moment after the click.
  await dialog.getByRole("checkbox", { name: "Warm things" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Warm things" })).toBeChecked();
  await page.keyboard.press("Escape");

  await page
    .getByRole("banner")
    .getByRole("button", { name: `@${username}` })
    .click();
  await page.getByRole("menuitem", { name: "Collections" }).click();
  await expect(page.getByText("2 projects")).toBeVisible();
  await page.getByRole("link", { name: "Warm things" }).click();
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.getByRole("link")).toHaveText([first.title, second.title]);
  await page.getByRole("button", { name: `Move ${second.title} up` }).click();
  await expect(rows.getByRole("link")).toHaveText([second.title, first.title]);
  await page.getByRole("button", { name: `Edit the note on ${first.title}` }).click();
  await page.getByRole("textbox", { name: `Note on ${first.title}` }).fill("It holds 1,280 °C.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(rows.nth(1)).toContainText("It holds 1,280 °C.");

  // Others see it once it is public.
  const address = new URL(page.url()).pathname;
  expect((await guest.request.get(`/api${address}`)).status()).toBe(404);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("switch", { name: "Public" }).check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Private")).toHaveCount(0);
  await arrive(guest, `/profile/${username}?tab=collections`, username);
  await guest.getByRole("link", { name: "Warm things" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Warm things" })).toBeVisible();
  await expect(guest.getByText("It holds 1,280 °C.")).toBeVisible();
  await expect(guest.getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
  await guest.reload();
  await expect(guest).toHaveTitle(/Warm things/);

  await page.getByRole("button", { name: `Remove ${second.title}` }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows.getByRole("link")).toHaveText([second.title, first.title]);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "You have no collections yet" })).toBeVisible();
});
