import type { Page } from "@playwright/test";
import { choose, chooseMode, control, fillQuick, projectForm } from "./support/form";
import { png } from "./support/images";
import { password, unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

const restored = (page: Page) => page.getByRole("status").filter({ hasText: "Restored your draft" });
const kept = (page: Page) => page.getByText("Unsaved changes are kept in this browser");

test("a draft survives a reload, can be discarded and restored, and is removed after publishing", async ({
  newMember,
}) => {
  const { page } = await newMember();
  const title = unique("Kept ");
  await arrive(page, "/submit", "Submit Project");
  await fillQuick(page, title);
  await chooseMode(page, "Complete Submit");
  await control(page, "Description").fill("Every word of this was typed once, and nobody shall have to type it twice.");
  await choose(page, "Upload screenshots", png("first.png", 640, 400, 60));
  await expect(kept(page)).toBeVisible();
  // Right before the page is left: the draft is saved when the page is hidden.
  await control(page, "Problem").fill("Typing twice.");

  await arrive(page, "/submit", "Submit Project");
  await expect(restored(page)).toBeVisible();
  await expect(control(page, "Title")).toHaveValue(title);
  await expect(control(page, "Problem")).toHaveValue("Typing twice.");
  await expect(projectForm(page).getByRole("img", { name: "Screenshot 1" })).toBeVisible();
  await expect(projectForm(page).getByRole("button", { name: "Figma", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  await test.step("leaving does not ask, and the draft is restored on return", async () => {
    await page.getByRole("banner").getByRole("link", { name: /home$/ }).click();
    await expect(page).toHaveURL("/");
    await page.goBack();
    await expect(control(page, "Title")).toHaveValue(title);
  });

  await test.step("discard and undo", async () => {
    await restored(page).getByRole("button", { name: "Discard" }).click();
    await expect(control(page, "Title")).toHaveValue("");
    await expect(restored(page)).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(control(page, "Title")).toHaveValue(title);
  });

  await projectForm(page)
    .getByRole("button", { name: /^(Publish|Save changes)$/ })
    .click();
  await expect(page.getByText("Project Published!")).toBeVisible();
  await arrive(page, "/submit", "Submit Project");
  await expect(control(page, "Title")).toHaveValue("");
  await expect(restored(page)).toHaveCount(0);
});

test("each project has its own draft, and a restored edit says that the project has changed", async ({ newMember }) => {
  const { page, publish } = await newMember();
  const { id, title } = await publish();
  await arrive(page, `/submit?edit=${id}`, "Edit Project");
  await control(page, "Tagline").fill("A tagline on its way to another");
  await expect(kept(page)).toBeVisible();
  await arrive(page, "/submit", "Submit Project");
  await expect(control(page, "Tagline")).toHaveValue("");
  await page.request.put(`/api/projects/${id}`, { data: { tagline: "Changed from elsewhere, meanwhile" } });
  await arrive(page, `/submit?edit=${id}`, "Edit Project");
  await expect(control(page, "Tagline")).toHaveValue("A tagline on its way to another");
  await expect(restored(page)).toContainText("The project has been changed since.");
  await restored(page).getByRole("button", { name: "Discard" }).click();
  await expect(control(page, "Tagline")).toHaveValue("Changed from elsewhere, meanwhile");
  await expect(control(page, "Title")).toHaveValue(title);
});

test("the end of a session keeps the draft, which other accounts do not see", async ({ newMember, watch }) => {
  watch.expect(/status of 401/);
  const { page, username } = await newMember();
  const other = await newMember();
  const title = unique("Patient ");
  await arrive(page, "/submit", "Submit Project");
  await fillQuick(page, title);
  await page.context().clearCookies();
  await projectForm(page)
    .getByRole("button", { name: /^(Publish|Save changes)$/ })
    .click();
  await expect(page.getByText("Your session has ended. Log in again; your draft is kept.")).toBeVisible();

  const login = async (name: string) => {
    await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/submit");
  };
  await login(username);
  await expect(control(page, "Title")).toHaveValue(title);
  // A logout keeps the draft too.
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await arrive(page, "/submit", "Submit Project");
  await login(other.username);
  await expect(control(page, "Title")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain(title);
});

test("two tabs with the same form are kept in sync", async ({ newMember }) => {
  const { page } = await newMember();
  const second = await page.context().newPage();
  await arrive(page, "/submit", "Submit Project");
  await arrive(second, "/submit", "Submit Project");
  await control(page, "Title").fill("From the first");
  await expect(control(second, "Title")).toHaveValue("From the first");
  await control(second, "Tagline").fill("And this from the second");
  await expect(control(page, "Tagline")).toHaveValue("And this from the second");
  await expect(control(page, "Title")).toHaveValue("From the first");
  await control(page, "Title").fill("");
  await control(page, "Tagline").fill("");
  await expect(control(second, "Title")).toHaveValue("");
});
