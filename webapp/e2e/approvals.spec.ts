import { startBoard } from "./support/board";
import { arrive, type Choices, expect, test } from "./support/test";

// The shared board lets everything appear at once.
test.use({
  baseURL: async ({ database }: Choices, use: (url: string) => Promise<void>) => {
    const board = await startBoard(database, { seeded: true });
    await use(board.url);
    expect(await board.stop(), "errors in the server's log").toEqual([]);
  },
});

test("a newcomer's thread with a link waits, and an admin approves it with one press @postgres", async ({
  newMember,
  newAdmin,
  page,
}) => {
  const { page: own, discuss } = await newMember();
  const { channel } = await discuss();
  const post = (title: string) =>
    own.request.post("/api/forum/threads", {
      data: { title, content: "See https://elsewhere.example/glazes for **all** of them.", channelId: channel.id },
    });
  const { id } = (await (await post("Cheap glazes")).json()) as { id: string };
  await arrive(own, `/forum/thread/${id}`, "Discuss");
  await expect(own.getByRole("note")).toContainText("Only you see this until a moderator has looked at it.");
  expect((await page.request.get(`/api/forum/threads/${id}`)).status()).toBe(404);

  const { page: admin } = await newAdmin();
  await arrive(admin, "/admin?tab=moderation&show=approvals", /./);
  const waiting = admin.getByRole("list", { name: "Waiting posts" }).getByRole("listitem").filter({ hasText: "Cheap" });
  await expect(waiting).toContainText("Newcomer with links");
  await expect(waiting).toContainText("https://elsewhere.example/glazes");
  await waiting.getByRole("button", { name: "Approve the thread: Cheap glazes" }).click();
  await expect(admin.getByText("Everybody sees the thread now.")).toBeVisible();
  await expect(admin.getByText("Nothing waits")).toBeVisible();

  await arrive(page, `/forum/thread/${id}`, "Discuss");
  await expect(page.getByRole("heading", { name: "Cheap glazes" })).toBeVisible();
  await expect(page.getByRole("note")).toHaveCount(0);
});

test("a refusal takes a reason, and admins choose what waits", async ({ newMember, newAdmin }) => {
  const { page: own } = await newMember();
  const story = await own.request.post("/api/blog/posts", {
    data: { title: "Wheels at half price", content: "https://elsewhere.example/wheels" },
  });
  const { id } = (await story.json()) as { id: string };
  const { page: admin } = await newAdmin();
  await arrive(admin, "/admin?tab=moderation&show=approvals", /./);
  await admin.getByRole("button", { name: "Refuse the story: Wheels at half price" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Advertising");
  await dialog.getByRole("button", { name: "Refuse" }).click();
  await expect(admin.getByText("The story stays hidden.")).toBeVisible();
  await arrive(own, `/blog/${id}`, "Wheels at half price");
  await expect(own.getByRole("note")).toContainText("A moderator has hidden this story.");

  await arrive(admin, "/admin?tab=settings", /./);
  await admin.getByRole("radio", { name: "All first posts wait" }).check();
  await admin.getByRole("textbox", { name: "Watched words" }).fill("casino\nPoker night");
  await admin.getByRole("button", { name: "Save rules for newcomers" }).click();
  await expect(admin.getByText("The rules for newcomers apply from now on.")).toBeVisible();
  const settings = (await (await admin.request.get("/api/admin/board")).json()) as { newcomers: object };
  expect(settings.newcomers).toMatchObject({ firstPosts: "review", watchedWords: ["casino", "Poker night"] });
});
