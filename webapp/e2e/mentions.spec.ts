import type { Page } from "@playwright/test";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

const users = (page: Page) => page.getByRole("listbox", { name: "Users" });
const offered = (page: Page) => users(page).getByRole("option");

test("a user is mentioned in a reply by keyboard, and the mention leads to the profile", async ({
  newMember,
  watch,
}) => {
  const start = unique("u").slice(0, 9);
  const author = await newMember(`${start}_ada`);
  await newMember(`${start}_zoe`);
  const { page } = await newMember();
  const { thread } = await author.discuss();
  await arrive(page, `/forum/thread/${thread.id}`, "Discuss");
  const field = page.getByRole("textbox", { name: "Add Reply" });

  // The author of the thread is offered before anything is asked.
  await field.pressSequentially("Hi @");
  await expect(offered(page)).toHaveText([new RegExp(`@${author.username}`)]);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/FindUsers")) asked.push(request.url());
  });
  // Without pauses between the letters, however busy the machine is.
  await field.evaluate((_, letters) => {
    for (const letter of letters) document.execCommand("insertText", false, letter);
  }, start);
  await expect(offered(page)).toHaveCount(2);
  expect(asked, "one call, not one for each letter").toHaveLength(1);
  const [first, second] = [offered(page).first(), offered(page).last()];
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await first.getAttribute("id")) ?? "");
  await field.press("ArrowDown");
  await expect(second).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await second.getAttribute("id")) ?? "");
  await field.press("Enter");
  await expect(field).toHaveValue(`Hi @${start}_zoe `);
  await expect(users(page)).toBeHidden();

  await field.press("ControlOrMeta+z");
  await expect(field).toHaveValue(`Hi @${start}`);
  await field.press("Escape");
  await expect(users(page)).toBeHidden();
  await field.press("Enter");
  await expect(field).toHaveValue(`Hi @${start}\n`);
  await field.press("Backspace");
  await field.press("_");
  await field.press("Tab");
  await expect(field).toHaveValue(`Hi @${author.username} `);
  await field.pressSequentially("and `@");
  await expect(users(page)).toBeHidden();
  await field.pressSequentially("nobody`");

  const typed = await field.inputValue();
  await field.press("ControlOrMeta+a");
  await field.press("ControlOrMeta+b");
  await expect(field).toHaveValue(`**${typed}**`);
  await field.press("ControlOrMeta+z");
  await expect(field).toHaveValue(typed);

  await page.getByRole("button", { name: "Post Reply" }).click();
  const mention = page
    .getByRole("main")
    .getByRole("listitem")
    .getByRole("link", { name: `@${author.username}` });
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await mention.last().click();
  await expect(page).toHaveURL(`/profile/${author.username}`);
  await expect(page.getByText(`@${author.username}`).first()).toBeVisible();
  expect(await page.evaluate(() => "stayed" in window), "without loading the page anew").toBe(true);
  expect(watch.unexpected()).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 700 }, hasTouch: true });

  test("users are offered in dialogs, stories and comments, and accepted by touch", async ({ newMember }) => {
    const start = unique("p").slice(0, 9);
    const other = await newMember(`${start}_mo`);
    const member = await newMember();
    const { page } = member;
    const { channel } = await other.discuss();

    await arrive(page, `/forum/${channel.id}`, "Discuss");
    await page.getByRole("button", { name: "New Thread" }).click();
    const dialog = page.getByRole("dialog");
    const content = dialog.getByLabel("Content");
    await content.pressSequentially(`${"A long line that wraps. ".repeat(6)}@${start}`);
    await expect(offered(page)).toBeInViewport({ ratio: 1 });
    await content.press("Escape");
    await expect(users(page)).toBeHidden();
    await expect(dialog, "Escape closed the list alone").toBeVisible();
    await content.pressSequentially("_");
    await expect(users(page), "closed until another mention").toBeHidden();
    await content.pressSequentially(` @${start}`);
    await offered(page).tap();
    await expect(content).toHaveValue(new RegExp(` @${other.username} $`));
    await expect(content).toBeFocused();

    const story = await member.write();
    await arrive(page, `/blog/${story.id}`, story.title);
    const comment = page.getByRole("textbox", { name: "Comment" });
    await comment.pressSequentially(`Thanks, @${start}`);
    await offered(page).tap();
    await comment.pressSequentially("\n<b>mail me@example.com");
    await page.getByRole("button", { name: "Post Comment" }).tap();
    const posted = page.locator("#comments").getByRole("listitem").filter({ hasText: "Thanks" });
    await expect(posted.getByRole("paragraph")).toHaveText(`Thanks, @${other.username} <b>mail me@example.com`);
    await expect(posted.getByRole("link", { name: `@${other.username}` })).toHaveAttribute(
      "href",
      `/profile/${other.username}`,
    );

    await arrive(page, "/blog/new", /Write|New|Story/);
    const text = page.getByLabel("Content", { exact: true });
    await text.pressSequentially(`@${start}`);
    await offered(page).tap();
    await expect(text).toHaveValue(`@${other.username} `);
  });
});
