import { arrive, expect, test } from "./support/test";

test("a maker posts, edits and deletes an update, and a follower sees it and the change of the stage", async ({
  newMember,
}) => {
  const maker = await newMember();
  const project = await maker.publish({ stage: "mvp" });
  const { page } = await newMember();
  await arrive(page, `/projects/${project.id}`, project.title);
  await expect(page.getByRole("heading", { name: "Updates" })).toHaveCount(0);
  const follow = page.getByRole("button", { name: "Follow this project" });
  await follow.click();
  await expect(follow).toHaveAttribute("aria-pressed", "true");

  const own = maker.page;
  await arrive(own, `/projects/${project.id}`, project.title);
  await own.getByRole("button", { name: "Post an Update" }).click();
  await own.getByRole("button", { name: "Post Update" }).click();
  await expect(own.getByText("Title is required")).toBeVisible();
  await own.getByRole("textbox", { name: "Title" }).fill("Version 2");
  await own.getByRole("textbox", { name: "What Is New" }).fill("It is **hotter** now.");
  await own.getByRole("button", { name: "Post Update" }).click();
  const updates = own.getByRole("region", { name: "Updates" });
  await expect(updates.getByRole("heading", { name: "Version 2" })).toBeVisible();
  await expect(updates.locator("strong")).toHaveText("hotter");
  await updates.getByRole("button", { name: "More about Version 2" }).click();
  await own.getByRole("menuitem", { name: "Edit" }).click();
  await own.getByRole("textbox", { name: "Title" }).fill("Version 3");
  await own.getByRole("button", { name: "Save Changes" }).click();
  await expect(updates.getByRole("heading", { name: "Version 3" })).toBeVisible();
  const staged = await own.request.put(`/api/projects/${project.id}`, { data: { stage: "beta" } });
  expect(staged.ok()).toBe(true);

  await page.goto("/?tab=following");
  const news = page.getByRole("region", { name: "What's new" });
  await expect(news.getByRole("heading", { level: 2 })).toHaveText([
    `${project.title}: From MVP to Beta`,
    `${project.title}: Version 3`,
  ]);
  await page.getByRole("link", { name: `${project.title}: Version 3` }).click();
  await expect(page.getByRole("heading", { name: "Version 3" })).toBeInViewport();
  const feed = await page.request.get(`/projects/${project.id}/feed.xml`);
  expect(await feed.text()).toContain("<title>Version 3</title>");

  await own.reload();
  await updates.getByRole("button", { name: "More about Version 3" }).click();
  await own.getByRole("menuitem", { name: "Delete" }).click();
  await own.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(updates.getByRole("heading", { level: 3 })).toHaveText(["From MVP to Beta"]);
});
