import { arrive, expect, test } from "./support/test";

test("a member follows a maker, a project, a channel and a tag, and the maker hides it", async ({ newMember }) => {
  const maker = await newMember();
  const project = await maker.publish();
  const { page } = await newMember();
  await arrive(page, `/projects/${project.id}`, project.title);
  await page.getByRole("complementary").getByRole("button", { name: "Follow this project" }).click();
  await expect(page.getByRole("complementary").getByRole("button", { name: "Following this project" })).toBeVisible();
  await page.goto(`/profile/${maker.username}`);
  await page.getByRole("button", { name: `Follow ${maker.username}` }).click();
  await expect(page.getByRole("link", { name: "1 follower", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "1 follower", exact: true }).click();
  await expect(page.getByRole("tabpanel").getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: `Following ${maker.username}` }).click();
  await expect(page.getByText("No followers yet.")).toBeVisible();
  await page.getByRole("button", { name: `Follow ${maker.username}` }).click();
  await expect(page.getByRole("link", { name: "1 follower", exact: true })).toBeVisible();

  const own = maker.page;
  await own.goto(`/profile/${maker.username}`);
  await own.getByRole("button", { name: "Edit Profile" }).click();
  await own.getByRole("switch", { name: "Hide my followers and whom I follow" }).click();
  await own.getByRole("button", { name: "Save Changes" }).click();
  await expect(own.getByRole("link", { name: "Followers", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: `Following ${maker.username}` })).toBeVisible();
  await expect(page.getByRole("link", { name: /follower/i })).toHaveCount(0);
});
