import { arrive, expect, test } from "./support/test";

test("what a member saves is found, labelled and removed", async ({ page: guest, newMember }) => {
  const maker = await newMember();
  const project = await maker.publish();
  const story = await maker.write();
  const { thread } = await maker.discuss();
  const reply = await maker.reply(thread.id, "An answer worth keeping.");

  await arrive(guest, `/blog/${story.id}`, story.title);
  await guest.getByRole("button", { name: "Save", exact: true }).click();
  await expect(guest.getByRole("dialog")).toContainText("You need to be logged in to save something for later.");

  const { page, username } = await newMember();
  await arrive(page, `/projects/${project.id}`, project.title);
  const save = page.getByRole("complementary").getByRole("button", { name: "Save", exact: true });
  await expect(save).toHaveAttribute("aria-pressed", "false");
  await save.click();
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toHaveAttribute("aria-pressed", "true");
  await arrive(page, `/blog/${story.id}`, story.title);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
  await page.goto(`/forum/thread/${thread.id}`);
  await page.getByRole("button", { name: "Save this thread" }).click();
  await expect(page.getByRole("button", { name: "Save this thread" })).toHaveAttribute("aria-pressed", "true");
  await page.locator(`#post-${reply}`).getByRole("button", { name: "More about" }).click();
  await page.getByRole("menuitem", { name: "Save" }).click();

  await page
    .getByRole("banner")
    .getByRole("button", { name: `@${username}` })
    .click();
  await page.getByRole("menuitem", { name: "Saved" }).click();
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await page.getByRole("combobox", { name: `Label of ${story.title}` }).fill("To read");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Label", exact: true }).click();
  await page.getByRole("option", { name: "To read" }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/label=To/);
  await page.goto("/saved");
  await page.getByRole("searchbox", { name: "Search what you saved" }).fill(project.title.toUpperCase());
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: `Remove ${project.title}` }).click();
  await expect(page.getByText("Nothing saved matches")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(1);
});
