import type { Page } from "@playwright/test";
import { confirmEmail } from "./support/mails";
import { pathOf, unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page) => page.getByRole("dialog");
const addReply = (page: Page) => page.getByRole("textbox", { name: "Add Reply" });
const replyWith = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text }).last();

test("a member makes a channel and a thread", async ({ newMember }) => {
  const { page } = await newMember();
  const name = unique("Channel ");
  await arrive(page, "/forum", "Discuss");
  // spec: forum.sidebar.create
  await page.getByRole("button", { name: "Create channel", exact: true }).first().click();
  await dialog(page).getByLabel("Name").fill(` ${name} `);
  await dialog(page).getByLabel("Description").fill("What it is about");
  await dialog(page).getByRole("button", { name: "Create Channel" }).click();
  // spec: success2.forum.channel, member.forum
  await expect(page.getByText("Channel created successfully!")).toBeVisible();
  // spec: forum.channel.description
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
  // spec: forum.sidebar, forum.channel.created
  await expect(page.getByRole("link", { name }).first()).toHaveAttribute("aria-current", "page");
  // spec: forum.threads.empty
  await expect(page.getByText("No threads in this channel")).toBeVisible();

  const title = unique("Thread ");
  // spec: forum.threads.empty_member
  await page.getByRole("button", { name: "Start Discussion" }).click();
  await dialog(page).getByRole("button", { name: "Create Thread" }).click();
  // spec: forum.thread.blank
  await expect(dialog(page).getByText("Title is required")).toBeVisible();
  await dialog(page).getByLabel("Title").fill(title);
  await dialog(page).getByLabel("Content").fill("Some **bold** text\n\nand more.");
  await dialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(dialog(page).getByRole("region", { name: "Preview" }).getByText("bold")).toHaveCSS("font-weight", "620");
  // What is typed stays when the dialog closes.
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "New Thread" }).click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue(title);
  await dialog(page).getByRole("button", { name: "Create Thread" }).click();
  // spec: success2.forum.thread, role.member.forum
  await expect(page.getByText("Thread created successfully!")).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  // spec: forum.thread.created, forum.threads.replies
  await expect(main(page).getByRole("listitem").filter({ hasText: title })).toContainText("0 replies");
  // The form is empty again.
  await page.getByRole("button", { name: "New Thread" }).click();
  // spec: forum.thread.created
  await expect(dialog(page).getByLabel("Title")).toHaveValue("");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("link", { name: title }).click();
  // spec: forum.thread.empty
  await expect(page.getByText("No replies yet")).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
  // spec: forum.thread.back, forum.back
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
});

test("a reply is written, answered, quoted, edited, voted on and deleted", async ({ newMember }) => {
  const author = await newMember();
  const { thread } = await author.discuss();
  await author.reply(thread.id, "Seen by its maker.");
  const { page, username } = await newMember();
  await arrive(page, `/forum/thread/${thread.id}`, "Discuss");

  await test.step("write", async () => {
    // spec: forum.thread.reply
    await addReply(page).fill("My first answer.");
    await page.getByRole("button", { name: "Post Reply" }).click();
    // spec: success2.forum.reply
    await expect(page.getByText("Reply posted successfully!")).toBeVisible();
    // spec: forum.reply.created
    await expect(page.getByRole("heading", { name: "2 replies" })).toBeVisible();
    // spec: forum.reply.created
    await expect(addReply(page)).toHaveValue("");
    // spec: forum.author
    await expect(replyWith(page, "My first answer.")).toContainText(`@${username}`);
  });

  await test.step("answer", async () => {
    await replyWith(page, "Seen by its maker.").getByRole("button", { name: "Reply", exact: true }).click();
    const box = page.getByRole("textbox", { name: `Reply to @${author.username}` });
    await expect(box).toBeFocused();
    await box.fill("An answer below.");
    await box.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "3 replies" })).toBeVisible();
    const nested = page.getByRole("list").getByRole("list").getByRole("listitem");
    await expect(nested).toContainText("An answer below.");
    // A deeper answer stands on the same level and quotes what it answers.
    await replyWith(page, "An answer below.").getByRole("button", { name: "Reply", exact: true }).click();
    await page.getByRole("textbox", { name: `Reply to @${username}` }).fill("Deeper.");
    await page
      .getByRole("form", { name: /^Reply to/ })
      .getByRole("button", { name: "Post Reply" })
      .click();
    await expect(nested).toHaveCount(2);
    await expect(replyWith(page, "Deeper.").getByRole("button", { name: /An answer below/ })).toBeVisible();
  });

  await test.step("quote", async () => {
    const box = page.getByRole("textbox", { name: `Reply to @${author.username}` });
    // A triple click also selects the line break after the paragraph.
    for (const select of [{}, { clickCount: 3 }]) {
      const text = page.getByText("Seen by its maker.", { exact: true });
      await ("clickCount" in select ? text.click(select) : text.selectText());
      await page.getByRole("button", { name: "Quote" }).click();
      await expect(box).toHaveValue("> Seen by its maker.\n\n");
      await expect(box).toBeFocused();
      await box.fill("");
    }
    await page
      .getByRole("form", { name: /^Reply to/ })
      .getByRole("button", { name: "Cancel" })
      .click();
  });

  await test.step("paste an image", async () => {
    await addReply(page).fill("See:");
    await addReply(page).evaluate(async (area) => {
      const canvas = new OffscreenCanvas(40, 40);
      canvas.getContext("2d")?.fillRect(0, 0, 20, 20);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([await canvas.convertToBlob()], "shot.png", { type: "image/png" }));
      area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(addReply(page)).toHaveValue(/^See:\n!\[shot\]\(\/uploads\/[^)]+\)\n$/);
    await page.getByRole("form", { name: "Add Reply" }).getByRole("button", { name: "Post Reply" }).click();
    const image = main(page).getByRole("img", { name: "shot" });
    await expect(image).toBeVisible();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40);
  });

  await test.step("edit", async () => {
    await replyWith(page, "My first answer.").getByRole("button", { name: /^More/ }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Edit Reply" }).fill("My better answer.");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(replyWith(page, "My better answer.")).toContainText("(edited)");
    await expect(page.getByText("My first answer.")).toHaveCount(0);
  });

  await test.step("vote", async () => {
    const votes = replyWith(page, "Seen by its maker.").getByRole("group", {
      name: `Vote on the reply by @${author.username}`,
    });
    await votes.getByRole("button", { name: "Upvote" }).click();
    // spec: forum.widget.vote
    await expect(votes.getByRole("status", { name: "Net score" })).toHaveText("1");
    const own = replyWith(page, "My better answer.").getByRole("button", { name: "Upvote" });
    await expect(own).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("delete", async () => {
    const remove = async (text: string) => {
      await replyWith(page, text).getByRole("button", { name: /^More/ }).first().click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await dialog(page).getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText(text)).toHaveCount(0);
    };
    await remove("Deeper.");
    await expect(page.getByText("[deleted]")).toHaveCount(0);
    await replyWith(page, "My better answer.").getByRole("button", { name: "Reply", exact: true }).click();
    await page.getByRole("textbox", { name: `Reply to @${username}` }).fill("A word below it.");
    await page
      .getByRole("form", { name: /^Reply to/ })
      .getByRole("button", { name: "Post Reply" })
      .click();
    await expect(page.getByText("A word below it.")).toBeVisible();
    await remove("My better answer.");
    await expect(page.getByText("[deleted]")).toBeVisible();
    await expect(page.getByText("A word below it.")).toBeVisible();
  });
});

test("a link to a reply opens the replies around it, and a long thread has ways to others", async ({ newMember }) => {
  const author = await newMember();
  const { thread } = await author.discuss();
  const ids: string[] = [];
  for (let n = 1; n <= 75; n++) ids.push(await author.reply(thread.id, `Answer number ${n}.`));
  const { page } = await newMember();
  const answer = (n: number) => replyWith(page, `Answer number ${n}.`);

  await arrive(page, `/forum/thread/${thread.id}?post=${ids[73]}`, "Discuss");
  await expect(answer(74)).toBeFocused();
  await expect(answer(74)).toBeInViewport();
  await expect(answer(64)).toBeVisible();
  await expect(answer(63)).toHaveCount(0);
  // What was read stays in its place.
  const top = async () => (await answer(64).boundingBox())?.y;
  await answer(64).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Load Earlier Replies" }).scrollIntoViewIfNeeded();
  const before = (await top()) ?? 0;
  await page.getByRole("button", { name: "Load Earlier Replies" }).click();
  await expect(answer(14)).toBeVisible();
  expect(Math.abs(((await top()) ?? 0) - before)).toBeLessThan(2);

  const jump = page.getByRole("button", { name: "Jump", exact: true });
  await jump.click();
  await page.getByRole("button", { name: "First reply" }).click();
  await expect(answer(1)).toBeFocused();
  await jump.click();
  await page.getByRole("spinbutton", { name: "Reply, 1 to 75" }).fill("70");
  await page.keyboard.press("Enter");
  await expect(answer(70)).toBeFocused();
  await expect(answer(59)).toHaveCount(0);
  await jump.click();
  await page.getByRole("button", { name: "Newest reply" }).click();
  await expect(answer(75)).toBeFocused();

  await arrive(page, `/forum?thread=${thread.id}`, "Discuss");
  // spec: forum.query.thread, route.forum.thread
  await expect(page).toHaveURL(pathOf(thread));
  await expect(answer(55)).toHaveCount(0);
  await page.getByRole("button", { name: "Load More Replies" }).click();
  await expect(answer(55)).toBeVisible();
});

test("threads are listed by upvotes or without an answer, and a new one gets its channel in the form", async ({
  newMember,
  board,
}) => {
  const author = await newMember();
  const answered = await author.discuss();
  const waiting = await author.discuss(answered.channel.id);
  const reader = await newMember();
  const { page, reply } = reader;
  await confirmEmail(board, reader);
  await reply(answered.thread.id, "An answer.");
  const upvote = { targetId: waiting.thread.id, targetType: "forum_thread", voteType: "upvote" };
  expect((await page.request.post("/api/votes", { data: upvote })).status()).toBe(201);
  const titles = main(page).getByRole("link", { name: /^A thread/ });

  await arrive(page, `/forum/${answered.channel.id}`, "Discuss");
  await expect(titles).toHaveText([answered.thread.title, waiting.thread.title]);
  const orders = main(page).getByRole("navigation", { name: "Order" });
  await orders.getByRole("link", { name: "Top" }).click();
  await expect(titles).toHaveText([waiting.thread.title, answered.thread.title]);
  await orders.getByRole("link", { name: "Unanswered" }).click();
  await expect(titles).toHaveText([waiting.thread.title]);
  await expect(page).toHaveURL(`/forum/${answered.channel.id}?sort=unanswered`);
  await reply(waiting.thread.id, "One more.");
  await expect(page.getByText("Every thread has an answer")).toBeVisible();

  await arrive(page, "/forum", "Discuss");
  await main(page).getByRole("button", { name: "New Thread" }).click();
  const title = unique("Thread ");
  await dialog(page).getByLabel("Title").fill(title);
  await dialog(page).getByLabel("Content").fill("Where does it belong?");
  await dialog(page).getByRole("button", { name: "Create Thread" }).click();
  await expect(dialog(page).getByText("Channel is required")).toBeVisible();
  await dialog(page).getByLabel("Channel").selectOption(answered.channel.name);
  await dialog(page).getByRole("button", { name: "Create Thread" }).click();
  await expect(main(page).getByRole("listitem").filter({ hasText: title })).toContainText(answered.channel.name);
});

test("a thread shows what is new since the last visit", async ({ newMember }) => {
  const author = await newMember();
  const { channel, thread } = await author.discuss();
  await author.reply(thread.id, "Known already.");
  const { page } = await newMember();
  const row = main(page).getByRole("listitem").filter({ hasText: thread.title });

  await arrive(page, `/forum/${channel.id}`, "Discuss");
  await expect(row.getByText("Unread:")).toBeAttached();
  const marked = page.waitForResponse(/MarkThreadRead/);
  await row.getByRole("link", { name: thread.title }).click();
  await marked;
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(row).toBeVisible();
  await expect(row.getByText("Unread:")).toHaveCount(0);

  await author.reply(thread.id, "News for the reader.");
  await page.reload();
  await expect(row.getByText("Unread:")).toBeAttached();
  await row.getByRole("link", { name: thread.title }).click();
  await expect(replyWith(page, "News for the reader.").getByText("New:")).toBeAttached();
  await expect(replyWith(page, "Known already.").getByText("New:")).toHaveCount(0);
  await page.getByRole("button", { name: "Jump to first unread" }).click();
  await expect(replyWith(page, "News for the reader.")).toBeFocused();
});

test("the forum is searched in a channel and everywhere", async ({ page, newMember }) => {
  const author = await newMember();
  const word = unique("ultramarine");
  const first = await author.discuss();
  const second = await author.discuss();
  await author.reply(first.thread.id, `The pigment is ${word} and nothing else.`);
  const found = await author.reply(second.thread.id, `Here it is ${word} as well.`);

  await arrive(page, `/forum/${second.channel.id}`, "Discuss");
  const field = page.getByRole("search").getByRole("searchbox").locator("visible=true");
  await field.fill(word);
  await field.press("Enter");
  // spec: forum.search
  const results = main(page).getByRole("listitem").filter({ hasText: word });
  await expect(results).toHaveCount(1);
  await expect(results.locator("mark", { hasText: word })).toBeVisible();
  await page.getByText("All channels").click();
  await expect(results).toHaveCount(2);
  await page.getByText("This channel").click();
  await expect(results).toHaveCount(1);
  await results.getByRole("link", { name: second.thread.title }).click();
  await expect(page).toHaveURL(`${pathOf(second.thread)}?post=${found}`);
  await expect(replyWith(page, word).getByRole("button", { name: "Upvote" })).toBeInViewport();
});

test("a project has its channel and lists its discussions", async ({ newMember }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  const linked = `/forum?createChannel=true&projectId=${id}&projectTitle=${encodeURIComponent(title)}`;
  const { page } = maker;
  await arrive(page, linked, "Discuss");
  // spec: forum.query.create
  await expect(dialog(page).getByLabel("Name")).toHaveValue(title);
  // spec: forum.query.description
  await expect(dialog(page).getByLabel("Description")).toHaveValue(`Discussion channel for ${title}`);
  await dialog(page).getByRole("button", { name: "Create Channel" }).click();
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
  const channelId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { thread } = await maker.discuss(channelId);

  await arrive(page, `/projects/${id}`, title);
  await page.getByRole("link", { name: "View Forum Channel" }).click();
  // spec: forum.query.project, project.discussion
  await expect(page).toHaveURL(`/forum/${channelId}`);
  await page.goBack();
  // spec: project.discussions
  await page.getByRole("main").getByRole("link", { name: thread.title }).click();
  await expect(page.getByRole("heading", { level: 2, name: thread.title })).toBeVisible();
});

test("an admin pins, locks, moves and deletes a thread", async ({ newMember, newAdmin }) => {
  const author = await newMember();
  const { channel, thread } = await author.discuss();
  const other = await author.discuss(channel.id);
  const target = await author.discuss();
  const { page } = await newAdmin();
  const act = async (name: string) => {
    await page.getByRole("button", { name: "More about this thread" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await arrive(page, `/forum/thread/${thread.id}`, "Discuss");

  await act("Pin");
  // spec: forum.threads.pinned
  await expect(main(page).getByText("Pinned", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Back", exact: true }).click();
  const titles = main(page).getByRole("link", { name: /^A thread/ });
  await expect(titles).toHaveText([thread.title, other.thread.title]);
  await titles.first().click();

  await act("Lock");
  await expect(page.getByText("This thread is locked.")).toBeVisible();
  await act("Unlock");
  await expect(page.getByRole("button", { name: "Post Reply" })).toBeVisible();

  await act("Move");
  await dialog(page).getByLabel("Channel").selectOption(target.channel.name);
  await dialog(page).getByRole("button", { name: "Move" }).click();
  await expect(page.getByText("Thread Moved")).toBeVisible();
  await expect(page.getByRole("link", { name: target.channel.name }).first()).toHaveAttribute("aria-current", "page");

  await act("Delete");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(`/forum/${target.channel.id}`);
  await expect(page.getByText(thread.title, { exact: true })).toHaveCount(0);
});
