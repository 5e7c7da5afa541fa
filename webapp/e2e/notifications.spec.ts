import { axeOf } from "./support/axe";
import { arrive, expect, test } from "./support/test";

test("an answer and a mention reach the inbox, at once, and lead to the reply", async ({ newMember }) => {
  const ada = await newMember();
  const ben = await newMember();
  const { channel, thread } = await ada.discuss();
  await ada.page.emulateMedia({ reducedMotion: "reduce" });
  await arrive(ada.page, "/settings", "Settings");
  const bell = ada.page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
  const newest = ada.page.getByRole("dialog", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications");

  await ben.reply(thread.id, "Six, I would say.");
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
  await bell.press("Enter");
  await expect(newest.getByRole("listitem")).toHaveCount(1);
  expect((await axeOf(ada.page).analyze()).violations).toEqual([]);
  await ada.page.keyboard.press("Escape");
  await expect(newest).toBeHidden();
  await expect(bell).toBeFocused();
  await bell.press("Enter");
  await newest.getByRole("link", { name: `@${ben.username} replied in “${thread.title}”` }).click();
  await expect(ada.page).toHaveURL(/\/forum\/thread\/.*post=/);
  await expect(newest).toBeHidden();
  await expect(ada.page.getByText("Six, I would say.")).toBeVisible();
  await expect(bell).toHaveAccessibleName("Notifications");

  // A member who is muted causes no more.
  await ada.page.getByRole("button", { name: `More about the reply by @${ben.username}` }).click();
  await ada.page.getByRole("menuitem", { name: `Mute @${ben.username}` }).click();
  await expect(ada.page.locator("li[data-muted]")).toHaveCount(1);
  await ben.reply(thread.id, `Or seven, @${ada.username}.`);
  const cy = await newMember();
  await cy.reply(thread.id, `Eight, @${ada.username}.`);
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
  await bell.click();
  await newest.getByRole("link", { name: "See all notifications" }).click();
  await ada.page.getByRole("radiogroup", { name: "Show" }).getByText("Mentions").click();
  await expect(ada.page).toHaveURL("/notifications?filter=mentions");
  const row = ada.page.getByRole("main").getByRole("region", { name: "Today" }).getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`@${cy.username} mentioned you in “${thread.title}”`);
  await ada.page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell).toHaveAccessibleName("Notifications");

  // A narrow screen has no room for the newest ones.
  await ada.page.setViewportSize({ width: 390, height: 844 });
  await expect(bell).toBeHidden();
  await expect(ada.page.getByRole("banner").getByRole("link", { name: "Notifications" })).toBeVisible();
  await ada.page.setViewportSize({ width: 1280, height: 720 });

  // A muted channel.
  await ada.page.goto(`/forum/${channel.id}`);
  await ada.page.getByRole("button", { name: "Mute this channel" }).click();
  await ada.page.getByRole("button", { name: "Unmute this channel" }).click();
  await expect(ada.page.getByRole("button", { name: "Mute this channel" })).toBeVisible();

  // The end of a watch.
  await ada.page.goto(`/forum/thread/${thread.id}`);
  await ada.page.getByRole("button", { name: "Unwatch" }).click();
  await expect(ada.page.getByRole("button", { name: "Watch", exact: true })).toBeEnabled();
});

test("a member chooses what goes where", async ({ newMember }) => {
  const { page } = await newMember();
  await arrive(page, "/settings", "Settings");
  const box = page.getByRole("checkbox", { name: "Email: Mentions of you" });
  await expect(box).toBeChecked();
  await box.click(); // it changes when the server has answered
  await expect(box).not.toBeChecked();
  await expect(box).toBeEnabled();
  await page.getByRole("combobox", { name: "Emails come" }).click();
  await page.getByRole("option", { name: "At once" }).click();
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveCount(0);
  await page.reload();
  await expect(box).not.toBeChecked();
  await expect(page.getByRole("combobox", { name: "Emails come" })).toHaveValue("At once");
  const all = page.getByRole("checkbox", { name: "Inbox: all" });
  await all.click(); // one kind was off
  await expect(all).toBeChecked();
  await expect(all).toBeEnabled();
  await all.click();
  await expect(page.getByRole("checkbox", { name: "Inbox: Mentions of you" })).not.toBeChecked();
});
