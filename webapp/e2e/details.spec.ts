import type { Page } from "@playwright/test";
import { withoutFirst } from "./support/first";
import { chooseMode, control, projectForm } from "./support/form";
import { png } from "./support/images";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";
import { missing } from "./support/watch";

// What the specification says about single controls: labels while something is pending, messages of failures, and delays.

const failure = /status of 500/;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Holds a request back while `act` sends it, and expects the label of the disabled button meanwhile. */
async function pending(page: Page, call: string | RegExp, act: () => Promise<unknown>, label: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(call, async (route) => {
    await released;
    await route.continue();
  });
  await act();
  await expect(button(page, label)).toBeDisabled();
  release();
  await expect(button(page, label)).toHaveCount(0);
  await page.unroute(call);
}

/** Lets a request fail without a message and expects the fallback in a toast. */
async function failing(page: Page, call: string | RegExp, act: () => Promise<unknown>, title: string, text: string) {
  await page.route(call, (route) => route.fulfill({ status: 500, json: { code: "internal", message: "" } }));
  await act();
  const toast = page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("alert")
    .filter({ hasText: text });
  await expect(toast).toContainText(title);
  await page.unroute(call);
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).toHaveCount(0);
}

test("the frame: header, drawer and toasts", async ({ newAdmin, newMember, watch }) => {
  watch.expect(failure);
  const { page, username, publish } = await newMember();
  const { id, title } = await publish();
  await arrive(page, "/about", "Our Story");
  await page.mouse.wheel(0, 3000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  // spec: layout.header.sticky
  await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });

  await arrive(page, "/blog/new", "Write a Blog Post");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  // spec: layout.menu.drawer
  await expect.poll(async () => (await menu.boundingBox())?.x).toBe(0);
  // spec: layout.menu.active.prefix
  await expect(menu.locator('[aria-current="page"]')).toHaveText(["Stories"]);
  const account = menu.getByRole("navigation", { name: "Account" });
  // spec: layout.menu.account.submit
  await expect(account.getByRole("link", { name: "Submit Project" })).toHaveAttribute("href", "/submit");
  // spec: layout.menu.account.profile
  await expect(account.getByRole("link", { name: "View Profile" })).toHaveAttribute("href", `/profile/${username}`);
  const logout = () => account.getByRole("button", { name: "Logout" }).click();
  // spec: error.logout
  await failing(page, "**/Logout", logout, "Error", "Failed to logout");

  await test.step("a swipe of 50 pixels to the right closes a toast", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await arrive(page, `/projects/${id}`, title);
    await button(page, "Copy Link").click();
    const toast = page.getByRole("status").filter({ hasText: "Link copied!" });
    await expect(toast).toBeVisible();
    // Not a flick of the mouse, which Mantine closes toasts by too.
    const swipe = async (pixels: number) => {
      await toast.dispatchEvent("pointerdown", { clientX: 400 });
      await toast.dispatchEvent("pointerup", { clientX: 400 + pixels });
    };
    await swipe(30);
    await expect(toast).toBeVisible();
    // spec: const.toast.swipe
    await swipe(60);
    await expect(toast).toHaveCount(0);
  });

  const admin = (await newAdmin()).page;
  await arrive(admin, "/about", "Our Story");
  await admin.getByRole("button", { name: "Open menu" }).click();
  // spec: layout.menu.account.admin
  await admin.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Admin Dashboard" }).click();
  await expect(admin).toHaveURL(/\/admin/);
  // spec: route.admin
  await expect(admin.getByRole("heading", { level: 1 })).toContainText("Admin");
});

test("delays: toasts, tooltips and the copied link", async ({ page, newMember }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const tooltips = page.waitForResponse(/\/assets\/Layers-[\w-]+\.js$/);
  await arrive(page, `/projects/${id}`, title);
  await tooltips;
  await page.mouse.move(5, 300);
  await page.mouse.move(5, 310);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));

  const side = page.getByRole("complementary");
  await side.getByRole("button", { name: /^Upvote/ }).hover();
  await page.clock.runFor(680);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.clock.runFor(40);
  // spec: const.tooltip.delay, guest.tooltip.up
  await expect(page.getByRole("tooltip", { name: "Login to upvote" })).toBeVisible();
  await side.getByRole("button", { name: /^Downvote/ }).hover();
  await page.clock.runFor(40);
  // spec: const.tooltip.skip, guest.tooltip.down
  await expect(page.getByRole("tooltip", { name: "Login to downvote" })).toBeVisible();
  await page.mouse.move(5, 300);
  await page.clock.runFor(320);
  await side.getByRole("button", { name: /^Upvote/ }).hover();
  await page.clock.runFor(40);
  // spec: const.tooltip.skip
  await expect(page.getByRole("tooltip")).toHaveCount(0);

  await side.getByRole("button", { name: "Copy Link" }).click();
  const copied = side.getByRole("button", { name: "Copied!" });
  await expect(copied).toBeVisible();
  await page.clock.runFor(1900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  // spec: const.copied, project.share.copy
  await expect(copied).toHaveCount(0);
  const toast = page.getByRole("status").filter({ hasText: "Link copied!" });
  await page.mouse.move(5, 300);
  await side.getByRole("button", { name: "Copy Link" }).click();
  await expect(async () => {
    await page.clock.runFor(10); // React takes the first toast away in the next tick after it has drawn
    // spec: layout.toasts.one
    await expect(toast).toHaveCount(1, { timeout: 100 });
  }).toPass();
  await page.clock.runFor(4500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(700);
  // spec: const.toast.duration
  await expect(toast).toHaveCount(0);
});

test("sizes: gallery, cards and the stats bar", async ({ page, newMember, watch }) => {
  const maker = await newMember();
  const { id, title } = await maker.publish({
    vibeTools: ["cursor", "claude", "figma", "react", "python", "nodejs"],
    media: { screenshots: [await maker.upload(png("shot.png", 800, 500))], videos: [] },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await arrive(page, `/projects/${id}`, title);
  const view = page.getByRole("region", { name: "Gallery" }).locator("> div").first();
  // spec: project.gallery.main, const.gallery
  await expect.poll(async () => (await view.boundingBox())?.height).toBe(400);
  const header = page.getByRole("main").locator("header");
  await expect(header.getByText("Node.js")).toHaveCount(0);
  await header.getByRole("button", { name: "+2 more" }).click();
  // spec: project.badges.more
  await expect(header.getByText("Node.js")).toBeVisible();

  await arrive(page, "/", "UV Board");
  const text = (region: string) =>
    page.getByRole("region", { name: region }).getByRole("article").locator('[class*="clamp"]').first();
  // spec: card.featured.description
  await expect(text("Featured Projects")).toHaveCSS("-webkit-line-clamp", "3");
  // spec: card.grid.description
  await expect(text("Newest Projects")).toHaveCSS("-webkit-line-clamp", "2");
  await arrive(page, "/blog", "Stories");
  const cards = page.getByRole("main").getByRole("article");
  const grid = () =>
    cards.evaluateAll((all) => {
      const [first, second, third] = all.slice(1, 4).map((card) => card.getBoundingClientRect());
      if (!first || !second || !third) return "too few stories";
      return { sameRow: second.y === first.y, sameWidth: second.width === first.width, nextRow: third.y > first.y };
    });
  // spec: blog.grid
  await expect.poll(grid).toEqual({ sameRow: true, sameWidth: true, nextRow: true });

  await page.setViewportSize({ width: 375, height: 812 });
  await arrive(page, "/", "UV Board");
  const stats = page.getByRole("region", { name: "Community stats" }).getByRole("list");
  await expect(stats).toHaveCSS("overflow-x", "auto");
  // spec: home.stats.scrolls
  expect(await stats.evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true);

  watch.expect(missing);
  await arrive(page, "/projects/nothing", "Project Not Found");
  // spec: project.missing.back
  await expect(page.getByRole("main").getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
  await arrive(page, "/profile/nobody_at_all", "User Not Found");
  // spec: profile.missing.back
  await expect(page.getByRole("main").getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
});

test("forms of a guest say what they are doing", async ({ page, newMember, watch }) => {
  watch.expect(/status of 401.*Login/);
  const { username } = await newMember();
  await arrive(page, "/login", "Log in");
  await page.getByLabel("Username").fill(username);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("not the password");
  const main = page.getByRole("main");
  // spec: login.button
  await pending(page, "**/Login", () => main.getByRole("button", { name: "Log in" }).click(), "Logging in...");
  await expect(main.getByRole("button", { name: "Log in" })).toBeEnabled();

  watch.expect(/status of 409.*Register/);
  await arrive(page, "/register", "Sign up");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill("somebody@example.com");
  for (const name of ["Password", "Confirm Password"]) {
    await page.getByRole("textbox", { name, exact: true }).fill("two drums and a squeegee");
  }
  const sent = page.waitForRequest("**/Register");
  const signUp = () => main.getByRole("button", { name: "Sign up" }).click();
  // spec: register.button
  await pending(page, "**/Register", signUp, "Creating account...");
  // spec: register.confirm.unsent
  expect((await sent).postDataBuffer()?.toString("latin1").split("two drums and a squeegee")).toHaveLength(2);

  await page.clock.install();
  await arrive(page, "/contact", "Contact");
  for (const [label, value] of [
    ["Name", "Ada"],
    ["Email", "ada@mail.example"],
    ["Subject", "Kilns"],
    ["Message", "How hot?"],
  ] as const) {
    await page.getByLabel(label).fill(value);
  }
  await page.clock.runFor(5000); // a form that is sent at once is refused
  // spec: contact.sending
  await pending(page, "**/SendContactMessage", () => button(page, "Send Message").click(), "Sending...");
  await expect(page.getByText("Message Sent!")).toBeVisible();
});

test("what goes wrong with votes and on the own profile is said", async ({ newMember, watch }) => {
  watch.expect(/status of (500|401)/);
  const maker = await newMember();
  const { page, username, publish, discuss, vote } = await newMember();
  const other = await maker.publish();
  await vote(other.id, "upvote");
  await arrive(page, `/projects/${other.id}`, other.title);
  const upvote = page.getByRole("complementary").getByRole("button", { name: /^Upvote/ });
  // spec: error.vote.remove_fallback, error.vote.toast
  await failing(page, "**/RemoveVote", () => upvote.click(), "Error", "Failed to remove vote");

  const { title } = await publish();
  for (let i = 0; i < 12; i++) await discuss();
  await arrive(page, `/profile/${username}`, username);
  const card = page.getByRole("article").filter({ hasText: title });
  const toggle = () => card.getByRole("button", { name: `${title} is public` }).click();
  // spec: error2.profile.project_update
  await failing(page, "**/UpdateProject", toggle, "Error", "Failed to update project");
  const remove = async () => {
    await card.getByRole("button", { name: `Delete ${title}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  };
  // spec: error2.profile.project_delete
  await failing(page, "**/DeleteProject", remove, "Error", "Failed to delete project");

  const camera = button(page, "Upload profile picture");
  await page.mouse.move(5, 700);
  // spec: profile.upload.hover
  await expect(camera).toHaveCSS("opacity", "0");
  await camera.hover();
  await expect(camera).toHaveCSS("opacity", "1");
  const choose = async () => {
    const chooser = page.waitForEvent("filechooser");
    await camera.click();
    await (await chooser).setFiles(png("me.png", 300, 400, 210));
  };
  // spec: error2.profile.picture
  await failing(page, "**/profile-pic", choose, "Error", "Failed to upload profile picture");

  await button(page, "Edit Profile").click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  // spec: profile.edit.cancel
  await expect(dialog).toHaveCount(0);
  await button(page, "Edit Profile").click();
  // spec: profile.edit
  for (const label of ["Display Name", "Bio", "GitHub", "Twitter", "LinkedIn", "Website", "Location"]) {
    await expect(dialog.getByLabel(label)).toHaveValue("");
  }
  await dialog.getByLabel("Bio").fill("Algae, in blue.");
  const save = () => dialog.getByRole("button", { name: "Save Changes" }).click();
  // spec: error2.profile.update
  await failing(page, "**/UpdateUser", save, "Error", "Failed to update profile");
  // spec: profile.edit.save
  await pending(page, "**/UpdateUser", save, "Saving...");
  await expect(dialog).toHaveCount(0);

  await page.getByRole("tab", { name: "Activity" }).click();
  const activity = page.getByRole("region", { name: "Recent Activity" });
  // spec: const2.activity
  await expect(activity).toHaveCSS("height", "600px");
  expect(await activity.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);

  await arrive(page, `/projects/${other.id}`, other.title);
  await page.context().clearCookies();
  await upvote.click();
  // spec: error.vote.401
  await expect(page.getByRole("dialog", { name: "Login Required" })).toBeVisible();
});

test("the project form offers what it should", async ({ newMember }) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  const form = projectForm(page);
  const mode = page.getByRole("radiogroup", { name: "Mode" });
  // spec: submit.quick
  await expect(mode).toContainText("Quick SubmitGet your project live in under 2 minutes");
  // spec: submit.complete
  await expect(mode).toContainText("Complete SubmitProvide comprehensive details for maximum exposure");
  // spec: submit.public
  await expect(form.getByRole("switch", { name: "Make Public" })).toBeChecked();
  // spec: submit.buttons
  await expect(form.getByRole("button", { name: /^(Save as Draft|Publish)$/ })).toHaveText([
    "Save as Draft",
    "Publish",
  ]);
  // spec: submit.archived
  await expect(form.getByRole("group", { name: "Stage" }).getByRole("radio")).toHaveCount(4);
  await expect(form.getByRole("radio", { name: "Archived" })).toHaveCount(0);
  // spec: submit.default.stage
  await expect(form.getByRole("radio", { name: "MVP" })).toBeChecked();
  // spec: enum2.category
  await expect(control(page, "Primary category").locator("option")).toHaveText([
    "Select a category",
    ..."Productivity,Utilities,AI Agents,Developer Tools,Education,Entertainment,Finance,Health & Fitness,Social,Games,Music & Audio,Photo & Video,Travel,News,Business,Lifestyle,Food & Drink,Sports,Weather,Reference,Other".split(
      ",",
    ),
  ]);
  const toggles = (name: string) => form.getByRole("group", { name }).locator("button[aria-pressed]");
  // spec: submit.tools
  await expect(toggles("Vibe tools")).toHaveText(
    "Replit,Vercel v0,Cursor,OpenAI,Claude,GitHub Copilot,Midjourney,DALL-E,Figma,Framer,Supabase,Firebase,Next.js,React,Tailwind,TypeScript,Python,Node.js".split(
      ",",
    ),
  );
  await chooseMode(page, "Complete Submit");
  // spec: submit.default.monetization
  await expect(control(page, "Monetization").locator("option:checked")).toHaveText("Free");
  // spec: submit.tags
  await expect(toggles("Tags")).toHaveText(
    "nocode ai-powered opensource saas mobile-first api automation analytics collaboration productivity design developer-tools education entertainment fintech healthtech".split(
      " ",
    ),
  );
});

test("a story's form, dialogs and failures", async ({ newMember, watch }) => {
  watch.expect(failure);
  const writer = await newMember();
  const reader = await newMember();
  const tag = unique("tin");
  const { page } = writer;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

  await test.step("new", async () => {
    await arrive(page, "/blog/new", "Write a Blog Post");
    const publish = () => button(page, "Publish Post").click();
    await publish();
    // spec: blog.form.required
    await expect(page.getByRole("alert").filter({ hasText: "Title and content are required." })).toBeVisible();
    const tags = page.getByLabel("Tags");
    await tags.fill("enter");
    await tags.press("Enter");
    await tags.fill(tag);
    await button(page, "Add tag").click();
    await tags.fill(" ");
    await tags.press("Enter");
    const chips = page.getByRole("button", { name: /^Remove the tag/ });
    // spec: blog.new.tags, blog.new.tags_ignored
    await expect(chips).toHaveText(["enter", tag]);
    await chips.first().click();
    // spec: blog.new.tags_chips
    await expect(chips).toHaveText([tag]);

    const cover = async (name: string, mimeType: string, bytes: number) => {
      const chooser = page.waitForEvent("filechooser");
      await button(page, "Upload image").click();
      await (await chooser).setFiles({ name, mimeType, buffer: Buffer.alloc(bytes) });
    };
    await cover("notes.txt", "text/plain", 10);
    const refused = page.getByRole("alert").filter({ hasText: "Invalid file type" });
    // spec: blog.form.cover_type
    await expect(refused).toContainText("Please upload an image file");
    await cover("huge.png", "image/png", 5 * 1024 * 1024 + 1);
    const tooLarge = page.getByRole("alert").filter({ hasText: "File too large" });
    // spec: blog.form.cover_size, const2.blog.cover
    await expect(tooLarge).toContainText("Cover image must be less than 5MB");
    const upload = () => cover("cover.png", "image/png", 100);
    // spec: error2.blog.upload
    await failing(page, "**/upload-cover", upload, "Upload Failed", "Failed to upload cover image");

    // spec: blog.new.buttons
    await expect(page.getByRole("main").getByRole("link", { name: "Cancel" })).toHaveAttribute("href", "/blog");
    await page.getByRole("textbox", { name: "Title" }).fill(unique("Tin "));
    await page.getByRole("textbox", { name: "Content" }).fill("Melts early.");
    await pending(page, "**/CreateBlogPost", publish, "Publishing...");
    const toast = page.getByRole("status").filter({ hasText: "Success!" });
    // spec: blog.new.success
    await expect(toast).toContainText("Your blog post has been published.");
  });

  const { id, title } = await writer.write({ tags: [tag], excerpt: "In short.", content: "At length." });

  await test.step("the popular tags and a shared card", async () => {
    await arrive(page, `/blog?tag=${tag}`, "Stories");
    await expect(page.getByRole("article")).toHaveCount(2);
    await page
      .getByRole("article")
      .nth(1)
      .getByRole("button", { name: /^Share/ })
      .click();
    // spec: blog.card.share
    await expect(page.getByText("Blog post link copied to clipboard!")).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("/blog/");
    await arrive(page, "/blog", "Stories");
    const popular = page.getByRole("complementary").getByRole("button", { name: /^#/ });
    const name = (await popular.first().textContent())?.split(" ")[0]?.slice(1);
    // By its name, since other journeys change the order.
    await popular.filter({ hasText: new RegExp(`^#${name}( |$)`) }).click();
    // spec: blog.side.tags
    await expect(page).toHaveURL(`/blog?tag=${name}`);
  });

  await test.step("edit", async () => {
    await arrive(page, `/blog/${id}`, title);
    await button(page, "Share").click();
    // spec: post.share
    await expect(page.getByText("Blog post link copied to clipboard!")).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await button(page, "Edit Post").click();
    const dialog = page.getByRole("dialog", { name: "Edit Blog Post" });
    // spec: blog.edit
    await expect(dialog).toContainText("Make changes to your blog post below. Click save when you're done.");
    // spec: blog.edit.reset
    await expect(dialog.getByLabel("Title")).toHaveValue(title);
    // spec: blog.edit.fields
    await expect(dialog.getByLabel("Excerpt (Optional)")).toHaveValue("In short.");
    await expect(dialog.getByRole("textbox", { name: "Content" })).toHaveValue("At length.");
    await expect(dialog.getByLabel("Tags (Optional, comma separated)")).toBeVisible();
    const cover = dialog.getByRole("radiogroup", { name: "Cover Image (Optional)" });
    await expect(cover).toHaveText("Upload FileUse URL");
    await cover.getByText("Use URL").click();
    await dialog.getByLabel("Address of the cover image").fill(await writer.upload());
    await expect(dialog.getByRole("img", { name: "Cover" })).toBeVisible();
    await dialog.getByRole("button", { name: "Clear the cover image" }).click();
    // spec: blog.edit.cover
    await expect(dialog.getByRole("img", { name: "Cover" })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    // spec: blog.edit.closes
    await expect(dialog).toHaveCount(0);
    await button(page, "Edit Post").click();
    const save = () => dialog.getByRole("button", { name: "Save Changes" }).click();
    // spec: error2.blog.update
    await failing(page, "**/UpdateBlogPost", save, "Error", "Failed to update blog post");
    // spec: blog.edit.buttons
    await pending(page, "**/UpdateBlogPost", save, "Saving...");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("like and comment", async () => {
    const { page } = reader;
    await arrive(page, `/blog/${id}`, title);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    const like = page.getByRole("main").getByRole("article").getByRole("button", { name: /^Like/ });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/CastVote", async (route) => {
      await released;
      await route.continue();
    });
    await like.click();
    // spec: post.like.optimistic
    await expect(like).toHaveAccessibleName("Like, 1 like");
    const answered = page.waitForResponse("**/CastVote");
    release();
    await answered;
    expect(await page.evaluate(() => "stayed" in window)).toBe(true);

    const comment = page.getByPlaceholder("Write a comment...");
    const post = () => button(page, "Post Comment").click();
    let sent = 0;
    page.on("request", (request) => request.url().endsWith("/CreateBlogComment") && sent++);
    await comment.fill("  ");
    await post();
    // spec: comments.blank
    expect(sent).toBe(0);
    await comment.fill("How early?");
    // spec: error2.blog.comment
    await failing(page, "**/CreateBlogComment", post, "Error", "Failed to post comment. Please try again.");
    // spec: comments.form
    await pending(page, "**/CreateBlogComment", post, "Posting...");
  });

  await test.step("delete", async () => {
    const dialog = page.getByRole("dialog", { name: "Are you absolutely sure?" });
    await arrive(page, `/blog/${id}`, title);
    await button(page, "Delete Post").click();
    // spec: blog.delete.text
    await expect(dialog).toContainText("The post, its likes and comments will be permanently deleted.");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    const confirm = () => dialog.getByRole("button", { name: "Delete", exact: true }).click();
    const remove = async () => {
      await button(page, "Delete Post").click();
      await confirm();
    };
    // spec: error2.blog.delete
    await failing(page, "**/DeleteBlogPost", remove, "Error", "Failed to delete blog post");
    await expect(dialog).toBeVisible();
    // spec: blog.delete.buttons
    await pending(page, "**/DeleteBlogPost", confirm, "Deleting...");
    await expect(page).toHaveURL("/blog");
  });
});

test("the forum's failures, and its channels on a phone", async ({ newMember, watch }) => {
  watch.expect(/status of (500|401)/);
  const author = await newMember();
  const first = await author.discuss();
  const { page } = author;
  const dialog = (name: string) => page.getByRole("dialog", { name });
  const login = dialog("Login Required");
  const cookies = await page.context().cookies();
  /** Sends the open form without a session and expects the login dialog, which must not lose the text. */
  const withoutSession = async (act: () => Promise<void>, action: string) => {
    await page.context().clearCookies();
    await act();
    await expect(login).toContainText(`You need to be logged in to ${action}.`);
    // spec: forum.dialog.buttons
    await expect(login.getByRole("link")).toHaveText(["Login", "Sign Up"]);
    await login.getByRole("button", { name: "Cancel" }).click();
    await expect(login).toHaveCount(0);
    await page.context().addCookies(cookies);
  };

  await arrive(page, `/forum/${first.channel.id}`, "Discuss");
  await page.getByRole("button", { name: "Create channel", exact: true }).first().click();
  const create = dialog("Create Channel").getByRole("button", { name: "Create Channel" });
  // spec: forum.channel.name
  await expect(create).toBeDisabled();
  await dialog("Create Channel").getByLabel("Name").fill("  ");
  await expect(create).toBeDisabled();
  await dialog("Create Channel").getByLabel("Name").fill(unique("Channel "));
  // spec: error2.forum.channel
  await failing(page, "**/CreateChannel", () => create.click(), "Error", "Failed to create channel");
  // spec: error2.forum.401
  await withoutSession(() => create.click(), "create a channel");
  await page.reload();

  await button(page, "New Thread").click();
  await dialog("New Thread").getByLabel("Title").fill("A thread");
  await dialog("New Thread").getByLabel("Content").fill("Its text.");
  const open = () => dialog("New Thread").getByRole("button", { name: "Create Thread" }).click();
  // spec: error2.forum.thread
  await failing(page, "**/CreateThread", open, "Error", "Failed to create thread");
  // spec: error2.forum.401
  await withoutSession(open, "create a thread");

  await arrive(page, `/forum/thread/${first.thread.id}`, "Discuss");
  await page.getByRole("textbox", { name: "Add Reply" }).fill("A reply.");
  const reply = () => button(page, "Post Reply").click();
  // spec: error2.forum.reply
  await failing(page, "**/CreatePost", reply, "Error", "Failed to post reply");
  // spec: error2.forum.401
  await withoutSession(reply, "post a reply");

  await page.setViewportSize({ width: 375, height: 812 });
  await arrive(page, `/forum/thread/${first.thread.id}`, "Discuss");
  await expect(page.getByRole("heading", { level: 2, name: first.thread.title })).toBeVisible();
  await button(page, "Channels").click();
  const channels = dialog("Channels").getByRole("listitem").getByRole("link");
  const address = (await channels.first().getAttribute("href")) ?? "";
  // By its address, since other journeys change the order.
  const other = channels.and(page.locator(`[href="${address}"]`));
  // spec: forum.sidebar.mobile
  await other.click();
  await expect(page).toHaveURL(address);
  // spec: forum.switch
  await expect(page.getByRole("heading", { level: 2, name: first.thread.title })).toHaveCount(0);
  await expect(dialog("Channels")).toHaveCount(0);
});

test("news are updated after 30 seconds, and may fail", async ({ page, watch }) => {
  watch.expect(failure);
  await page.clock.install();
  await arrive(page, "/news", "News");
  const home = page.getByRole("banner").getByRole("link", { name: /home$/ });
  const back = () => page.goBack();
  await home.click();
  await expect(page).toHaveURL("/");
  await page.clock.fastForward(31_000);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/ListNews?*", async (route) => {
    await released;
    await route.continue();
  });
  await back();
  // spec: news.updating, news.states
  await expect(page.getByText("Updating feed...")).toBeVisible();
  release();
  await expect(page.getByText("Updating feed...")).toHaveCount(0);
  await page.unroute("**/ListNews?*");

  await withoutFirst(page);
  await page.route("**/ListNews?*", (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await page.goto("/news");
  // spec: error2.news
  await expect(page.getByRole("heading", { name: "Failed to fetch news" })).toBeVisible();
});

test("the dashboard and VibeKit say what went wrong", async ({ newAdmin, newMember, watch }) => {
  watch.expect(failure);
  const member = await newMember(unique("zz_"));
  const { page } = await newAdmin();
  await arrive(page, `/admin?tab=users&q=${member.username}`, "Admin Dashboard");
  const grant = () => button(page, `Make admin: ${member.username}`).click();
  // spec: error2.admin.user_admin
  await failing(page, "**/SetUserAdmin", grant, "Error", "Failed to update admin status.");
  await grant();
  // spec: success2.admin, admin.toggle
  await expect(page.getByRole("status").filter({ hasText: "Success" })).toBeVisible();
  await button(page, `Remove admin: ${member.username}`).click();
  await expect(button(page, `Make admin: ${member.username}`)).toBeVisible();

  const project = await member.publish({ title: unique("Zz ") });
  const story = await member.write({ title: unique("Zz ") });
  const { channel } = await member.discuss();
  for (const [tab, name, message] of [
    // spec: error2.admin.user_delete
    ["users", member.username, "Failed to delete user."],
    // spec: error2.admin.project_delete
    ["projects", project.title, "Failed to delete project."],
    // spec: error2.admin.post_delete
    ["blog", story.title, "Failed to delete blog post."],
    // spec: error2.admin.channel_delete
    ["forum", channel.name, "Failed to delete forum channel."],
  ] as const) {
    await arrive(page, `/admin?tab=${tab}&q=${encodeURIComponent(name)}`, "Admin Dashboard");
    await button(page, `Delete ${name}`).click();
    const dialog = page.getByRole("dialog");
    await page.route("**/RunBulkAction", (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText(message)).toBeVisible();
    await page.unroute("**/RunBulkAction");
  }

  await arrive(page, "/toolkit", "VibeKit");
  await page.getByRole("textbox", { name: "Idea" }).fill("A log for kilns");
  const generate = () => page.getByRole("button", { name: "Generate" }).first().click();
  // spec: error2.vibekit.other
  await failing(page, "**/StreamBrief", generate, "Generation failed", "Please try again");
});
