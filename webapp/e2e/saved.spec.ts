import { arrive, expect, test } from "./support/test";

test("what a member saves is found, labelled and removed", async ({ newMember }) => {
  const maker = await newMember();
  const project = await maker.publish();
  const story = await maker.write();
  const { thread } = await maker.discuss();
  const reply = await maker.reply(thread.id, "An answer worth keeping.");

  const { page, username } = await newMember();
  await arrive(page, `/projects/${project.id}`, project.title);
  const save = page.getByRole("button", { name: "Save this project" });
  await expect(save).toHaveAttribute("aria-pressed", "false");
  await save.click();
  await expect(save).toHaveAttribute("aria-pressed", "true");
  expect((await page.request.put(`/api/saved/blog_post/${story.id}`, { data: {} })).ok()).toBe(true);
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
  await page.getByRole("button", { name: `Save ${project.title}`, pressed: true }).click();
  await expect(page.getByText("Nothing saved matches")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(1);

  // Removed where it is shown, it comes back with its label.
  await page.goto(`/blog/${story.id}`);
  await page.getByRole("button", { name: "Saved", exact: true }).click();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toHaveAttribute("aria-pressed", "true");
  const kept = await page.request.get("/api/saved?label=To+read");
  expect(await kept.json()).toMatchObject([{ id: story.id, label: "To read" }]);
});
