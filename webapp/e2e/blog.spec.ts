import type { Page } from "@playwright/test";
import { png } from "./support/images";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

const like = (page: Page) => page.getByRole("main").getByRole("article").getByRole("button", { name: /^Like/ });

test("a story is written, read, liked, discussed, edited and deleted", async ({ newMember, baseURL }) => {
  const [writer, reader] = [await newMember(), await newMember()];
  const [title, renamed, tag] = [unique("Mezzotint "), unique("Aquatint "), unique("rosin")];
  const { page } = writer;
  const project = await writer.publish();
  const address = `${baseURL}/projects/${project.id}`;
  let story = "";

  await test.step("write", async () => {
    // spec: route.blog
    await arrive(page, "/blog", "Stories");
    // spec: blog.side.write, route.blog.new
    await page.getByRole("link", { name: "Write a Post" }).click();
    // spec: blog.new.form
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByRole("textbox", { name: "Content" }).fill(`# Dust\n\nIt *melts* in [a kiln](${address}).`);
    await expect(page.getByRole("region", { name: "Preview" }).getByRole("heading", { name: "Dust" })).toBeVisible();
    await page.getByLabel("Tags").fill(`${tag}, ${tag.toUpperCase()},`);
    // spec: blog.new.tags_ignored, blog.new.tags_chips
    await expect(page.getByRole("button", { name: `Remove the tag ${tag}` })).toHaveCount(1);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Upload image" }).click();
    await (await chooser).setFiles(png("cover.png", 1200, 630, 40));
    // spec: blog.new.cover
    await expect(page.getByRole("img", { name: "Cover" })).toBeVisible();
    await page.getByRole("button", { name: "Publish Post" }).click();
    // spec: blog.new.success
    await expect(page.getByText("Your blog post has been published.")).toBeVisible();
    // spec: blog.new.after
    await expect(page).toHaveURL("/blog");
    await arrive(page, `/blog?tag=${tag}`, "Stories");
    // spec: blog.new.after
    await page.getByRole("link", { name: title, exact: true }).click();
    // spec: route.blog.post
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    // spec: blog.edited.marker
    await expect(page.getByText("(edited)")).toHaveCount(0);
    await expect(page.getByRole("complementary").getByText(project.title)).toBeVisible();
    story = new URL(page.url()).pathname;
  });

  await test.step("like and comment", async () => {
    const { page } = reader;
    await arrive(page, story, title);
    await like(page).click();
    await expect(like(page)).toHaveAttribute("aria-pressed", "true");
    // spec: post.like, member.blog, role.member.blog
    await expect(like(page)).toHaveAccessibleName("Like, 1 like");
    // spec: comments.form
    await page.getByPlaceholder("Write a comment...").fill("Which rosin?\nMine clumps.");
    await page.getByRole("button", { name: "Post Comment" }).click();
    // spec: comments.heading
    await expect(page.getByRole("heading", { name: "Comments (1)" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Which rosin?" })).toBeFocused();
    await page.getByRole("button", { name: "More about the comment" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByRole("form", { name: "Edit comment" }).getByRole("textbox").fill("Which rosin, and how fine?");
    await page.getByRole("form", { name: "Edit comment" }).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Which rosin, and how fine?")).toBeVisible();
    await like(page).click();
    await expect(like(page)).toHaveAccessibleName("Like, 0 likes");
  });

  await test.step("hide a comment", async () => {
    await arrive(page, story, title);
    await page.getByRole("button", { name: "More about the comment" }).click();
    await page.getByRole("menuitem", { name: "Hide" }).click();
    await expect(page.getByRole("heading", { name: "Comments (0)" })).toBeVisible();
    await page.getByRole("button", { name: "More about the comment" }).click();
    await page.getByRole("menuitem", { name: "Show" }).click();
    await expect(page.getByRole("heading", { name: "Comments (1)" })).toBeVisible();
  });

  await test.step("like and answer a comment", async () => {
    const comment = page.getByRole("listitem").filter({ hasText: "Which rosin, and how fine?" }).first();
    await comment.getByRole("button", { name: "Like, 0 likes" }).click();
    await expect(comment.getByRole("button", { name: "Like, 1 like" })).toHaveAttribute("aria-pressed", "true");
    await comment.getByRole("button", { name: "Reply" }).click();
    await page
      .getByRole("form", { name: /^Reply to @/ })
      .getByRole("textbox")
      .fill("**Colophony**, as dust.");
    await page.getByRole("button", { name: "Post Reply" }).click();
    await expect(page.getByRole("heading", { name: "Comments (2)" })).toBeVisible();
    const answer = comment.getByRole("listitem").filter({ hasText: "Colophony, as dust." });
    await expect(answer.locator("strong")).toHaveText("Colophony");
    await expect(answer.getByRole("button", { name: /^Like/ })).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("edit", async () => {
    await page.getByRole("button", { name: "Edit Post" }).click();
    const dialog = page.getByRole("dialog");
    // spec: blog.edit.reset
    await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue(title);
    await dialog.getByRole("textbox", { name: "Title" }).fill(renamed);
    await dialog.getByRole("switch", { name: "Published" }).press(" ");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    // spec: blog.edit.closes
    await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
    // spec: post.edited, blog.edited.marker
    await expect(page.getByRole("article").getByText("(edited)")).toBeVisible();
    await expect(page.getByText("This is a draft.")).toBeVisible();
    // A draft is for its author, who finds it beside the list.
    await page.getByRole("link", { name: "Back to Blog" }).click();
    await page.getByRole("complementary").getByRole("link", { name: renamed }).click();
    await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
    expect((await reader.page.request.get(`/api${story.replace("/blog/", "/blog/posts/")}`)).status()).toBe(404);
  });

  await test.step("delete", async () => {
    // spec: post.owner
    await page.getByRole("button", { name: "Delete Post" }).click();
    // spec: blog.delete
    await expect(page.getByRole("dialog", { name: "Are you absolutely sure?" })).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    // spec: post.deleted
    await expect(page).toHaveURL("/blog");
  });
});
