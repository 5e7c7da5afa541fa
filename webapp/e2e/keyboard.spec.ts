import type { Locator, Page } from "@playwright/test";
import { png } from "./support/images";
import { password, unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

test("by keyboard: skip link, menu, search, vote and login dialog", async ({ page, newMember }) => {
  const maker = await newMember();
  const { title } = await maker.publish();
  const word = title.split(" ")[1] ?? "";
  await arrive(page, "/", "UV Board");

  await test.step("the skip link is first and skips the header", async () => {
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
  });

  await test.step("the menu traps the focus, and Escape returns it", async () => {
    await page.reload();
    const opener = page.getByRole("button", { name: "Open menu" });
    await tabTo(page, opener);
    await page.keyboard.press("Enter");
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu).toBeVisible();
    await expectFocusStays(page, menu);
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await tabTo(page, menu.getByRole("link", { name: "Explore" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/search");
  });

  await test.step("search", async () => {
    await tabTo(page, page.getByLabel("Search projects"));
    await page.keyboard.type(word);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/search?q=${word}`);
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  await test.step("the vote of a guest opens the login dialog", async () => {
    const up = page.getByRole("group", { name: `Vote on ${title}` }).getByRole("button", { name: "Upvote" });
    await tabTo(page, up);
    // Focus shows the tooltip without a delay.
    await expect(page.getByRole("tooltip", { name: "Login to upvote" })).toBeVisible();
    await page.keyboard.press("Space");
    const dialog = page.getByRole("dialog", { name: "Login Required" });
    await expect(dialog).toBeVisible();
    await expectFocusStays(page, dialog);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(up).toBeFocused();
  });
});

test("by keyboard: a user signs up, votes and switches the vote", async ({ page, newMember }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  const username = unique("reader_");
  await page.goto("/register");
  // The first field has the focus.
  await expect(page.getByLabel("Username")).toBeFocused();
  await page.keyboard.type(username);
  for (const [label, value] of [
    ["Email", `${username}@example.com`],
    ["Password", password],
    ["Confirm Password", password],
  ] as const) {
    await tabTo(page, page.getByRole("textbox", { name: label, exact: true }));
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/profile/${username}`);

  await arrive(page, `/projects/${id}`, title);
  const side = page.getByRole("complementary");
  await tabTo(page, side.getByRole("button", { name: /^Upvote/ }));
  await page.keyboard.press("Enter");
  await expect(side.getByRole("button", { name: "Upvote, 1 upvote" })).toHaveAttribute("aria-pressed", "true");
  await tabTo(page, side.getByRole("button", { name: /^Downvote/ }));
  await page.keyboard.press("Space");
  await expect(side.getByRole("button", { name: "Downvote, 1 downvote" })).toHaveAttribute("aria-pressed", "true");
  await expect(side.getByRole("button", { name: /^Upvote/ })).toHaveAttribute("aria-pressed", "false");
});

test("by keyboard: the gallery, its lightbox and the share menu", async ({ page, newMember }) => {
  const maker = await newMember();
  const screenshots = [];
  for (const [i, hue] of [0, 120, 240].entries()) {
    screenshots.push(await maker.upload(png(`${i}.png`, 800, 500, hue)));
  }
  const { id, title } = await maker.publish({ media: { screenshots, videos: [] } });
  await arrive(page, `/projects/${id}`, title);
  const gallery = page.getByRole("region", { name: "Gallery" });
  await expect(gallery.getByRole("status")).toHaveText("1 / 3");
  await tabTo(page, gallery.getByRole("button", { name: "Previous" }));
  await page.keyboard.press("Enter");
  // spec: project.gallery.wrap, project.gallery.counter
  await expect(gallery.getByRole("status")).toHaveText("3 / 3");
  // spec: project.gallery.thumbs
  await tabTo(page, gallery.getByRole("button", { name: "Screenshot 2" }));
  await page.keyboard.press("Enter");
  await expect(gallery.getByRole("status")).toHaveText("2 / 3");

  const open = gallery.getByRole("button", { name: "View full screen" });
  await open.focus();
  await page.keyboard.press("Enter");
  const lightbox = page.getByRole("dialog", { name: `Gallery of ${title}` });
  await expect(lightbox).toBeVisible();
  await expectFocusStays(page, lightbox);
  for (const [key, at] of [
    // spec: project.gallery.lightbox
    ["ArrowRight", "3 / 3"],
    ["ArrowRight", "1 / 3"],
    ["ArrowLeft", "3 / 3"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(lightbox.getByRole("status")).toHaveText(at);
  }
  await page.keyboard.press("Escape");
  await expect(lightbox).toBeHidden();
  await expect(open).toBeFocused();
  await expect(gallery.getByRole("status")).toHaveText("3 / 3");

  const share = page.getByRole("button", { name: "Share" });
  await tabTo(page, share);
  await page.keyboard.press("Enter");
  // spec: project.share.linkedin
  await expect(page.getByRole("menuitem", { name: "LinkedIn" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Copy Link" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  // spec: project.share.x
  await expect(page.getByRole("menuitem", { name: "X", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem", { name: "LinkedIn" })).toBeHidden();
  await expect(share).toBeFocused();
});

test("by keyboard: the owner's dialogs return the focus, and F8 focuses a toast", async ({ newMember }) => {
  const { page, publish, username } = await newMember();
  const { title } = await publish();
  await arrive(page, `/profile/${username}`, username);

  const edit = page.getByRole("button", { name: "Edit Profile" });
  await tabTo(page, edit);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  // The dialog takes the focus one tick after it is visible, and gives back only what it took.
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(edit).toBeFocused();

  const remove = page.getByRole("button", { name: `Delete ${title}` });
  await tabTo(page, remove);
  await page.keyboard.press("Enter");
  const asking = page.getByRole("dialog");
  // Enter does not delete by accident: Cancel has the focus.
  await expect(asking.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(asking).toBeHidden();
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, asking.getByRole("button", { name: "Delete", exact: true }));
  await page.keyboard.press("Enter");
  // spec: profile.projects.delete
  await expect(page.getByText("Project Deleted")).toBeVisible();
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);

  await page.keyboard.press("F8");
  // spec: const.toast.f8
  await expect(page.getByRole("region", { name: /Notifications/ })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Project Deleted")).toBeHidden();
});

// Presses Tab until the control has the focus. It fails if Tab does not reach it.
async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible();
  for (let i = 0; i < 120; i++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(control, "reached by Tab").toBeFocused({ timeout: 1 });
}

// Tab does not move the focus out of the dialog.
async function expectFocusStays(page: Page, dialog: Locator) {
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("Tab");
    const inside = await dialog.evaluate(
      (element) => element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(inside, `after ${i + 1} tabs`).toBe(true);
  }
}
