import type { Page } from "@playwright/test";
import { choose, control, projectForm } from "./support/form";
import { png } from "./support/images";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

test("an edit starts with the saved values, and its changes are saved", async ({ newMember }) => {
  const { page, publish, upload } = await newMember();
  const [title, renamed] = [unique("Fogged "), unique("Cleared ")];
  const first = await upload(png("first.png", 640, 400, 60));
  const { id } = await publish({
    title,
    description: "Film that was forgotten in a warm place, and what can still be seen on it.",
    customTools: ["Densitometer"],
    tags: ["film"],
    lookingFor: ["users"],
    links: { repo: "https://git.example.com/fog", demo: "https://fog.example.com/" },
    media: { screenshots: [first], videos: [] },
    impact: { problem: "Fog.", solution: "Less heat.", metrics: { users: 12 } },
  });
  await arrive(page, `/projects/${id}`, title);
  const edit = page.getByRole("link", { name: "Edit Project" });
  // spec: project.side.edit
  await expect(edit).toHaveAttribute("href", `/submit-project?edit=${id}`);
  await edit.click();
  // spec: submit.edit
  await expect(page).toHaveURL(`/submit?edit=${id}`);
  // spec: submit.complete.auto
  await expect(page.getByRole("radio", { name: /Complete Submit/ })).toBeChecked();

  const form = projectForm(page);
  // spec: submit.edit.prefilled, call2.project.get
  for (const [label, value] of [
    ["Title", title],
    ["Tagline", "Develops images under ultraviolet light"],
    ["Description", "Film that was forgotten in a warm place, and what can still be seen on it."],
    ["Demo URL", "https://fog.example.com/"],
    ["Repository URL", "https://git.example.com/fog"],
    ["Problem", "Fog."],
  ] as const) {
    await expect(control(page, label)).toHaveValue(value);
  }
  await expect(control(page, "Primary category").locator("option:checked")).toHaveText("Photo & Video");
  await expect(page.getByRole("radio", { name: "Beta" })).toBeChecked();
  await expect(control(page, "Metric 1: name")).toHaveValue("users");
  await expect(control(page, "Metric 1: value")).toHaveValue("12");
  for (const chosen of ["Cursor", "Claude", "Users"]) {
    await expect(form.getByRole("button", { name: chosen, exact: true })).toHaveAttribute("aria-pressed", "true");
  }
  await expect(form.getByRole("button", { name: /^Densitometer/ })).toBeVisible();
  await expect(form.getByRole("button", { name: /^film/ })).toBeVisible();

  await control(page, "Title").fill(renamed);
  await control(page, "Repository URL").fill("");
  await projectForm(page).getByRole("group", { name: "Stage" }).getByText("Launched").click();
  await choose(page, "Upload screenshots", png("second.png", 800, 500, 180));
  await form.getByRole("button", { name: "Move screenshot 2 back" }).click();
  await form.getByRole("button", { name: "Save changes" }).click();
  // spec: success2.project.updated, role.member.projects
  await expect(page.getByText("Project Updated!")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();

  const main = page.getByRole("main");
  await expect(main.getByText("Launched", { exact: true }).first()).toBeVisible();
  // spec: project.gallery.counter
  await expect(main.getByText("1 / 2", { exact: true })).toBeVisible();
  // spec: project.links.absent
  await expect(main.getByRole("link", { name: "View Repo" })).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Open Demo" })).toBeVisible();
  await expect(main.getByText("Fog.", { exact: true })).toBeVisible();
});

test("on the profile, a project is hidden, shown and deleted by its owner", async ({
  newMember,
  request: stranger,
}) => {
  const { page, publish, username } = await newMember();
  const { id, title } = await publish();
  const seen = async () => (await stranger.get(`/api/projects/${id}`)).status();
  await arrive(page, `/profile/${username}`, username);
  const shown = card(page, title).getByRole("button", { name: `${title} is public` });
  const hidden = card(page, title).getByRole("button", { name: `${title} is a draft` });

  await test.step("hiding can be undone in its toast, also by keyboard", async () => {
    await shown.press("Enter");
    // spec: profile.projects.visibility, profile.flip
    await expect(hidden).toHaveAttribute("aria-pressed", "false");
    // The card and the button use the same word.
    await expect(card(page, title).getByText(/^(Draft|Hidden|Public)$/)).toHaveText(["Draft", "Draft"]);
    await expect(page.getByText("Project Hidden")).toBeVisible();
    expect(await seen()).toBe(404);
    // spec: const.toast.f8
    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(shown).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText("Project Shown")).toBeVisible();
    expect(await seen()).toBe(200);
  });

  await test.step("a deletion must be confirmed", async () => {
    const remove = card(page, title).getByRole("button", { name: `Delete ${title}` });
    await remove.click();
    const dialog = page.getByRole("dialog", { name: `Delete ${title}` });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(card(page, title)).toBeVisible();
    await remove.click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    // spec: profile.projects.empty_owner
    await expect(page.getByText("You haven't created any projects yet.")).toBeVisible();
    await expect(page.getByRole("tab", { name: "Projects 0" })).toBeVisible();
    expect(await seen()).toBe(404);
  });
});

test("saving a live project as a draft unpublishes it, which the toast can undo", async ({
  newMember,
  request: stranger,
}) => {
  const { page, publish } = await newMember();
  const { id, path } = await publish();
  await arrive(page, `/submit?edit=${id}`, "Edit Project");
  await expect(page.getByRole("banner")).toContainText("Edit Project");
  const form = projectForm(page);
  await expect(form.getByRole("button", { name: "Save as Draft" })).toHaveAccessibleDescription(
    "Saving as draft unpublishes this project.",
  );
  await expect(page.getByRole("radiogroup", { name: "Mode" })).toContainText("Quick SubmitChange the essentials");
  await form.getByRole("switch", { name: "Make Public" }).click();
  await expect(form).toContainText("Saving unpublishes this project.");
  await form.getByRole("switch", { name: "Make Public" }).click();
  await control(page, "Tagline").fill("Dried in the sun of a window");
  await form.getByRole("button", { name: "Save as Draft" }).click();
  const toast = page.getByRole("status").filter({ hasText: "Draft Saved!" });
  await expect(toast).toContainText("Only you can see it until you publish it.");
  // The toast stays while the pointer is over it.
  await toast.hover();
  await expect(page).toHaveURL(path);
  expect((await stranger.get(`/api/projects/${id}`)).status()).toBe(404);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Project Shown")).toBeVisible();
  const tagline = "Dried in the sun of a window";
  expect(await (await stranger.get(`/api/projects/${id}`)).json()).toMatchObject({ tagline });

  // Saving a draft again offers no undo.
  const { id: draft } = await publish({ isPublic: false });
  await arrive(page, `/submit?edit=${draft}`, "Edit Project");
  await expect(form.getByText("unpublishes this project")).toHaveCount(0);
  await form.getByRole("button", { name: "Save as Draft" }).click();
  await expect(toast).toBeVisible();
  await expect(toast.getByRole("button", { name: "Undo" })).toHaveCount(0);

  // Editing and publishing it needs no further click.
  await page.getByRole("link", { name: "Edit and Publish" }).click();
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Your project is now live and visible to the community.")).toBeVisible();
});

test("a profile and its image are edited, and the header shows them", async ({ newMember }) => {
  const { page, username } = await newMember();
  await arrive(page, `/profile/${username}`, username);
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  // spec: profile.edit
  await dialog.getByLabel("Display Name").fill("Anna Atkins");
  await dialog.getByLabel("Bio").fill("Algae, in blue.");
  await dialog.getByLabel("GitHub").fill("https://github.com/anna-atkins");
  await dialog.getByLabel("Location").fill("Tonbridge");
  await dialog.getByLabel("Website").fill("https://algae.example.com/");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  // spec: profile.name
  await expect(page.getByRole("heading", { level: 1, name: "Anna Atkins" })).toBeVisible();

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload profile picture" }).click();
  await (await chooser).setFiles(png("me.png", 300, 400, 210));
  // spec: profile.upload
  await expect(page.getByText("Profile picture updated")).toBeVisible();
  await expect(page.getByRole("banner").locator('img[src^="/uploads/"]')).toBeVisible();

  const main = page.getByRole("main");
  // spec: profile.bio
  await expect(main.getByText("Algae, in blue.")).toBeVisible();
  // spec: profile.location
  await expect(main.getByText("Tonbridge")).toBeVisible();
  // spec: profile.links
  await expect(main.getByRole("link", { name: "GitHub" })).toHaveAttribute("href", "https://github.com/anna-atkins");
  // spec: profile.website
  await expect(main.getByRole("link", { name: "Website" })).toHaveAttribute("href", "https://algae.example.com/");
  // spec: profile.avatar
  await expect(main.locator('img[src^="/uploads/"]').first()).toBeVisible();
});
