import type { Page } from "@playwright/test";
import { pathOf, unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

/** Opens a tab of the dashboard, searched for a text. */
const openTab = (page: Page, tab: string, q: string) => arrive(page, `/admin?tab=${tab}&q=${q}`, "Admin Dashboard");

test("an admin deletes a user, whose content goes too", async ({ newMember, newAdmin, watch }) => {
  watch.expect(/status of 404/);
  const member = await newMember();
  const project = await member.publish();
  const admin = await newAdmin();
  const { page } = admin;
  await openTab(page, "users", member.username);
  // spec: admin.users
  await expect(row(page, member.username).getByRole("link")).toHaveAttribute("href", `/profile/${member.username}`);

  // spec: admin.users.grant, admin.toggle
  const choose = async (act: string) => {
    await page.getByRole("button", { name: `Acts for ${member.username}` }).click();
    await page.getByRole("menuitem", { name: act }).click();
  };
  const dialog = page.getByRole("dialog");
  await choose("Change role");
  await dialog.getByRole("radio", { name: "Admin" }).click();
  await dialog.getByRole("button", { name: "Change Role" }).click();
  await expect(page.getByText(`${member.username} is now an admin.`)).toBeVisible();
  await expect(row(page, member.username).getByText("Admin", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone.")).toBeVisible();
  await expect(row(page, member.username).getByText("Admin", { exact: true })).toHaveCount(0);

  await page.getByRole("button", { name: `Warn: ${member.username}` }).click();
  await dialog.getByLabel("What is wrong?").fill("Please stay kind.");
  await dialog.getByRole("button", { name: "Send Warning" }).click();
  await expect(page.getByText(/ has been warned\.$/)).toBeVisible();

  await choose("Suspend");
  await dialog.getByLabel("Reason").fill("Spam");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(row(page, member.username).getByText(/^Suspended until/)).toBeVisible();
  await choose("Lift suspension");
  await dialog.getByRole("button", { name: "Lift suspension" }).click();
  await expect(row(page, member.username).getByText(/^Suspended until/)).toHaveCount(0);

  await choose("Delete");
  await expect(dialog.getByText("This deletes 1 user and 1 project.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  // spec: admin.users.delete
  await expect(page.getByText("1 user deleted.")).toBeVisible();
  await expect(page.getByText("No users found")).toBeVisible();
  await expect(async () => {
    expect((await page.context().request.get(`/api/projects/${project.id}`)).status()).toBe(404);
  }).toPass();

  // spec: admin.users.delete_self, admin.users.grant_self
  await openTab(page, "users", admin.username);
  await expect(row(page, admin.username)).toBeVisible();
  await expect(row(page, admin.username).getByRole("button")).toHaveCount(0);
});

test("an admin hides several projects at once and undoes it", async ({ newMember, newAdmin, watch }) => {
  watch.expect(/status of 404/);
  const member = await newMember();
  const word = unique("Bulk");
  const made = [];
  for (const n of [2, 1, 3]) made.push(await member.publish({ title: `${word} ${n}` }));
  const { page } = await newAdmin();
  await openTab(page, "projects", word);
  // spec: admin.projects
  await expect(row(page, `${word} 2`).getByRole("link", { name: `${word} 2` })).toHaveAttribute(
    "href",
    made[0]?.path ?? "",
  );

  const titles = () => page.getByRole("rowheader").getByRole("link").allTextContents();
  await page.getByRole("button", { name: "Project", exact: true }).click();
  await expect.poll(titles).toEqual([`${word} 1`, `${word} 2`, `${word} 3`]);
  await page.getByRole("button", { name: "Project", exact: true }).click();
  await expect.poll(titles).toEqual([`${word} 3`, `${word} 2`, `${word} 1`]);

  for (const n of [1, 2]) await page.getByRole("checkbox", { name: `Select ${word} ${n}` }).check();
  await page.getByRole("group", { name: "Selected" }).getByRole("button", { name: "Hide" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("This hides 2 projects.")).toBeVisible();
  await dialog.getByRole("button", { name: "Hide" }).click();
  await expect(dialog.getByText("A reason is required")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Off topic");
  await dialog.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText("2 projects hidden.")).toBeVisible();
  await expect(page.getByText("Hidden", { exact: true })).toHaveCount(2);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone.")).toBeVisible();
  await expect(page.getByText("Hidden", { exact: true })).toHaveCount(0);

  await page.getByRole("button", { name: `Acts for ${word} 1` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  // spec: admin.projects.delete
  await expect(page.getByText("1 project deleted.")).toBeVisible();
  await expect(row(page, `${word} 1`)).toHaveCount(0);
  // The button that had the focus is gone.
  await expect(page.getByRole("region", { name: "Projects" })).toBeFocused();
});

test("an admin deletes a story and a channel", async ({ newMember, newAdmin, watch }) => {
  watch.expect(/status of 404/);
  const member = await newMember();
  const word = unique("Draft");
  const story = await member.write({ title: word, tags: ["one", "two", "three", "four"], isPublished: false });
  const { channel } = await member.discuss();
  const { page } = await newAdmin();
  await openTab(page, "blog", word);
  const post = row(page, word);
  // spec: admin.blog
  await expect(post.getByRole("link", { name: word })).toHaveAttribute("href", pathOf(story));
  // spec: admin.blog.draft
  await expect(post.getByText("Draft", { exact: true })).toBeVisible();
  // spec: admin.blog.tags
  await expect(post.getByText("three")).toBeVisible();
  await expect(post.getByText("four")).toHaveCount(0);
  await page.getByRole("button", { name: `Acts for ${word}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  // spec: admin.blog.delete
  await expect(page.getByText("1 story deleted.")).toBeVisible();

  await openTab(page, "forum", encodeURIComponent(channel.name));
  // spec: admin.forum
  await expect(row(page, channel.name)).toBeVisible();
  await page.getByRole("button", { name: `Acts for ${channel.name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("dialog").getByText("This deletes 1 channel and 1 thread.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  // spec: admin.forum.delete
  await expect(page.getByText("1 channel deleted.")).toBeVisible();
});
