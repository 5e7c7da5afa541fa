// @vitest-environment jsdom
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it, vi } from "vitest";
import { AdminService } from "../../gen/uvboard/v1/admin_service_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { ErrorDetailSchema } from "../../gen/uvboard/v1/common_pb";
import { Role } from "../../gen/uvboard/v1/user_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { VoteType } from "../../gen/uvboard/v1/vote_pb";
import { GetVoteSummaryResponseSchema, VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { bare, board, kiln, maker, post, reader, thread } from "./board";
import { button, openScreen, refusal, says, toasted } from "./open";

const dialog = (name: string) => within(screen.getByRole("dialog", { name }));
const opened = async (name: string) => within(await screen.findByRole("dialog", { name }));
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

/** Lets uploads fail without a message. */
const failUploads = () =>
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {};
      status = 500;
      responseText = "";
      onload = () => {};
      open() {}
      abort() {}
      send() {
        this.onload();
      }
    },
  );

describe("a vote", () => {
  const votes = (user: object, voteType?: VoteType) => (router: ConnectRouter) => {
    board({ user: user as typeof reader, projects: [{ ...kiln, upvotes: 1, downvotes: 0 }] })(router);
    const counts = { upvotes: 1, downvotes: 0 };
    const summary = voteType ? { counts, userVote: { voteType } } : { counts };
    router.rpc(VoteService.method.getVoteSummary, () => create(GetVoteSummaryResponseSchema, { summary }));
  };
  const side = () => within(screen.getByRole("complementary"));
  const up = () => side().getByRole("button", { name: /^Upvote/ });
  const down = () => side().getByRole("button", { name: /^Downvote/ });
  const pressed = () => [up(), down()].map((one) => one.getAttribute("aria-pressed"));

  it("that fails is rolled back with an error", async () => {
    const page = await openScreen("/projects/kiln", "Kiln log", votes(reader));
    const upvote = () => page.user.click(up());
    // spec: error.vote.fallback, vote.rollback
    await page.failing("CastVote", upvote, "Error", "Failed to vote");
    await waitFor(() => expect(pressed()).toEqual(["false", "false"]));
    expect(up().getAttribute("aria-label")).toBe("Upvote, 1 upvote");
    const reconnect = page.fail("CastVote", new TypeError("Failed to fetch"));
    for (const one of [up, down, up]) await page.user.click(one());
    // spec: error.vote.toast
    await toasted("Error", "The server could not be reached");
    await waitFor(() => expect(pressed()).toEqual(["false", "false"]));
    reconnect();
    page.fail("CastVote", new ConnectError("Login required", Code.Unauthenticated));
    await upvote();
    // spec: error.vote.401
    await opened("Login Required");
  });

  it("that cannot be removed stays", async () => {
    const page = await openScreen("/projects/kiln", "Kiln log", votes(reader, VoteType.UPVOTE));
    await waitFor(() => expect(pressed()).toEqual(["true", "false"]));
    // spec: error.vote.remove_fallback, error.vote.toast
    await page.failing("RemoveVote", () => page.user.click(up()), "Error", "Failed to remove vote");
    await waitFor(() => expect(pressed()).toEqual(["true", "false"]));
  });

  it("of the owner is not sent", async () => {
    const page = await openScreen("/projects/kiln", "Kiln log", votes(maker));
    // spec: reputation.own
    await waitFor(() => expect(up().getAttribute("aria-disabled")).toBe("true"));
    expect(up().getAttribute("aria-description")).toBe("You cannot vote on your own content");
    await page.user.click(up());
    await page.user.click(down());
    expect(pressed()).toEqual(["false", "false"]);
    expect(page.sent).not.toContain("CastVote");
  });
});

describe("the own profile", () => {
  it("says what fails", async () => {
    const page = await openScreen("/profile/kilnfire", "Kiln Fire", (router: ConnectRouter) => {
      board({ user: maker, projects: [kiln, bare] })(router);
      router.rpc(UserService.method.updateUser, () => ({ user: maker }));
    });
    const { user } = page;
    const toggle = async () => user.click(await screen.findByRole("button", { name: "Kiln log is public" }));
    // spec: error2.profile.project_update, error.destructive
    await page.failing("UpdateProject", toggle, "Error", "Failed to update project");
    await user.click(button("Delete Kiln log"));
    const asking = await opened("Delete Kiln log");
    // spec: profile.projects.delete
    asking.getByText("Are you sure you want to delete this project? This action cannot be undone.");
    const remove = () => user.click(asking.getByRole("button", { name: "Delete" }));
    // spec: error2.profile.project_delete
    await page.failing("DeleteProject", remove, "Error", "Failed to delete project");
    await closed();

    const picture = document.querySelector('main input[type="file"]') as HTMLElement;
    const huge = new File(["x"], "huge.png", { type: "image/png" });
    Object.defineProperty(huge, "size", { value: 5 * 1024 * 1024 + 1 });
    await user.upload(picture, huge);
    await toasted("File too large", "Maximum size is 5MB");
    failUploads();
    await user.upload(picture, new File(["x"], "me.png", { type: "image/png" }));
    // spec: error2.profile.picture
    await toasted("Error", "Failed to upload profile picture");

    await user.click(button("Edit Profile"));
    await opened("Edit Profile");
    await user.click(dialog("Edit Profile").getByRole("button", { name: "Cancel" }));
    // spec: profile.edit.cancel
    await closed();
    await user.click(button("Edit Profile"));
    const editing = await opened("Edit Profile");
    // spec: profile.edit
    for (const label of ["Display Name", "Bio", "GitHub", "Twitter", "LinkedIn", "Website", "Location"]) {
      expect(editing.getByLabelText(label)).toBeTruthy();
    }
    const website = editing.getByLabelText("Website");
    const save = () => user.click(editing.getByRole("button", { name: "Save Changes" }));
    await page.fill(website, "javascript:alert(1)");
    await save();
    await says(website, "Please enter a valid URL");
    await page.fill(website, "maker.example");
    await user.tab();
    expect((website as HTMLInputElement).value).toBe("https://maker.example");
    // spec: error2.profile.update
    await page.failing("UpdateUser", save, "Error", "Failed to update profile");
    // spec: profile.edit.save
    await page.pending("UpdateUser", save, "Saving...");
    await closed();
  });
});

describe("a story", () => {
  const stories = (user: object) => (router: ConnectRouter) => {
    board({ user: user as typeof maker, posts: [post, { ...post, id: "second", title: "A second winter" }] })(router);
    const { getBlogPost, createBlogPost, updateBlogPost, deleteBlogPost, createBlogComment } = BlogService.method;
    router.rpc(getBlogPost, () => ({ post: { ...post, likesCount: 0 } }));
    router.rpc(createBlogPost, () => ({ post }));
    router.rpc(updateBlogPost, () => ({ post }));
    router.rpc(deleteBlogPost, () => ({}));
    router.rpc(createBlogComment, () => ({}));
    router.rpc(VoteService.method.getVoteSummary, () =>
      create(GetVoteSummaryResponseSchema, { summary: { counts: {} } }),
    );
    router.rpc(VoteService.method.castVote, () => ({ vote: { voteType: VoteType.UPVOTE } }));
  };

  it("is written in a form that says what is missing and what fails", async () => {
    const page = await openScreen("/blog/new", "Write a Blog Post", stories(maker));
    const { user } = page;
    await screen.findByRole("form", { name: "Write a Blog Post" });
    const publish = () => user.click(button("Publish Post"));
    await publish();
    // spec: blog.form.required
    await toasted("Error", "Title and content are required.");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Title/)));
    const tags = field("Tags");
    for (const tag of ["enter", " "]) {
      await page.fill(tags, tag);
      await user.keyboard("{Enter}");
    }
    await page.fill(tags, "tin");
    await user.click(button("Add tag"));
    const chips = () => screen.getAllByRole("button", { name: /^Remove the tag/ }).map((one) => one.textContent);
    // spec: blog.new.tags, blog.new.tags_ignored
    expect(chips()).toEqual(["enter", "tin"]);
    await user.click(button("Remove the tag enter"));
    // spec: blog.new.tags_chips
    expect(chips()).toEqual(["tin"]);

    const cover = (name: string, type: string, size: number) => {
      const file = new File(["x"], name, { type });
      Object.defineProperty(file, "size", { value: size });
      const input = document.querySelector('form input[type="file"][accept*="png"]:not([multiple])') as HTMLElement;
      return userWithoutFilter.upload(input, file);
    };
    const userWithoutFilter = user.setup({ applyAccept: false });
    await cover("notes.txt", "text/plain", 10);
    // spec: blog.form.cover_type
    await toasted("Invalid file type", "notes.txt is not of an accepted type. Please upload an image file");
    await cover("huge.png", "image/png", 5 * 1024 * 1024 + 1);
    // spec: blog.form.cover_size, const2.blog.cover
    await toasted("File too large", "huge.png is too large. Cover image must be less than 5MB");
    failUploads();
    await cover("cover.png", "image/png", 100);
    // spec: error2.blog.upload
    await toasted("Upload Failed", "Failed to upload cover image");

    // spec: blog.new.buttons
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Cancel" }).getAttribute("href")).toBe("/blog");
    await page.fill(screen.getByLabelText(/^Title/), "Tin");
    await page.fill(screen.getByRole("textbox", { name: "Content" }), "Melts early.");
    // A field without an input has the focus on its button.
    const accept = page.fail("CreateBlogPost", refusal({ coverImage: "This image is gone" }));
    await publish();
    await says(button("Upload image"), "This image is gone");
    await waitFor(() => expect(document.activeElement).toBe(button("Upload image")));
    accept();
    await page.fill(screen.getByRole("textbox", { name: "Content" }), "Melts early.");
    await page.pending("CreateBlogPost", publish, "Publishing...");
    // spec: blog.new.success
    await toasted("Success!", "Your blog post has been published.");
  });

  it("is edited in a dialog", async () => {
    const page = await openScreen("/blog/post", "A winter of failed firings", stories(maker));
    const { user } = page;
    await user.click(await screen.findByRole("button", { name: "Edit Post" }));
    const editing = await opened("Edit Blog Post");
    // spec: blog.edit
    await editing.findByText("Make changes to your blog post below. Click save when you're done.");
    // spec: blog.edit.reset
    expect((editing.getByLabelText(/^Title/) as HTMLInputElement).value).toBe("A winter of failed firings");
    // spec: blog.edit.fields
    expect((editing.getByLabelText(/^Excerpt \(Optional\)/) as HTMLInputElement).value).toBe("What went wrong.");
    expect((editing.getByRole("textbox", { name: "Content" }) as HTMLInputElement).value).toBe("Two lines\nof text.");
    expect(editing.getByLabelText("Tags (Optional, comma separated)")).toBeTruthy();
    const cover = editing.getByRole("radiogroup", { name: "Cover Image (Optional)" });
    expect(cover.textContent).toBe("Upload FileUse URL");
    await user.click(within(cover).getByText("Use URL"));
    await page.fill(editing.getByLabelText("Address of the cover image"), "https://art.example/2.png");
    expect(editing.getByRole("img", { name: "Cover" })).toBeTruthy();
    await user.click(editing.getByRole("button", { name: "Clear the cover image" }));
    // spec: blog.edit.cover
    expect(editing.queryByRole("img", { name: "Cover" })).toBeNull();
    const save = () => user.click(editing.getByRole("button", { name: "Save Changes" }));
    await page.fill(editing.getByLabelText(/^Title/), " ");
    await save();
    // spec: blog.form.title
    await says(editing.getByLabelText(/^Title/), "Title is required");
    await page.fill(editing.getByLabelText(/^Title/), "A spring");
    // spec: error2.blog.update
    await page.failing("UpdateBlogPost", save, "Error", "Failed to update blog post");
    // spec: blog.edit.buttons
    await page.pending("UpdateBlogPost", save, "Saving...");
    // spec: blog.edit.closes
    await closed();
  });

  it("is deleted after a question", async () => {
    const page = await openScreen("/blog/post", "A winter of failed firings", stories(maker));
    const { user } = page;
    await user.click(await screen.findByRole("button", { name: "Delete Post" }));
    const asking = await opened("Are you absolutely sure?");
    // spec: blog.delete.text
    asking.getByText(/^The post, its likes and comments will be permanently deleted\./);
    const confirm = () => user.click(asking.getByRole("button", { name: "Delete" }));
    // spec: error2.blog.delete
    await page.failing("DeleteBlogPost", confirm, "Error", "Failed to delete blog post");
    // spec: blog.delete.buttons
    await page.pending("DeleteBlogPost", confirm, "Deleting...");
    await waitFor(() => expect(page.location()).toBe("/blog"));
  });

  it("is shared and found by a popular tag", async () => {
    const page = await openScreen("/blog", "Stories", stories(reader));
    const share = await screen.findByRole("button", { name: "Share A second winter" });
    await page.user.click(share);
    // spec: blog.card.share
    await screen.findByText("Blog post link copied to clipboard!");
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/blog/second`);
    await page.user.click(within(screen.getByRole("complementary")).getByRole("button", { name: /^#clay/ }));
    // spec: blog.side.tags
    await waitFor(() => expect(page.location()).toBe("/blog?tag=clay"));
    const open = await openScreen("/blog/post", "A winter of failed firings", stories(reader));
    await open.user.click(await screen.findByRole("button", { name: "Share" }));
    // spec: post.share
    await screen.findByText("Blog post link copied to clipboard!");
  });

  it("is liked at once, and commented on", async () => {
    const page = await openScreen("/blog/post", "A winter of failed firings", stories(reader));
    const { user } = page;
    const article = within(within(screen.getByRole("main")).getByRole("article"));
    const like = article.getByRole("button", { name: /^Like/ });
    const release = page.hold("CastVote");
    await user.click(like);
    // spec: post.like.optimistic
    await waitFor(() => expect(like.getAttribute("aria-label")).toBe("Like, 1 like"));
    release();
    const comment = screen.getByPlaceholderText("Write a comment...");
    const send = () => user.click(button("Post Comment"));
    await page.fill(comment, "  ");
    await send();
    // spec: comments.blank
    expect(page.sent).not.toContain("CreateBlogComment");
    await page.fill(comment, "How early?");
    // spec: error2.blog.comment
    await page.failing("CreateBlogComment", send, "Error", "Failed to post comment. Please try again.");
    // spec: comments.form
    await page.pending("CreateBlogComment", send, "Posting...");
  });
});

describe("the forum", () => {
  const forum = board({ user: maker, threads: [thread] });
  const unauthenticated = new ConnectError("Login required", Code.Unauthenticated);

  /** Lets the call fail, and then fail without a session: the dialog asks for a login, and the text is kept. */
  async function failsTwice(
    page: Awaited<ReturnType<typeof openScreen>>,
    method: string,
    act: () => Promise<void>,
    text: string,
    action: string,
  ) {
    await page.failing(method, act, "Error", text);
    const end = page.fail(method, unauthenticated);
    await act();
    const asking = await opened("Login Required");
    asking.getByText(new RegExp(`^You need to be logged in to ${action}\\.`));
    // spec: forum.dialog.buttons
    expect(asking.getAllByRole("link").map((link) => link.textContent)).toEqual(["Login", "Sign Up"]);
    end();
  }

  it("says why a channel is not created", async () => {
    const page = await openScreen("/forum/channel", "Discuss", forum);
    await page.user.click(screen.getAllByRole("button", { name: "Create channel" })[0] as Element);
    const creating = await opened("Create Channel");
    const create = creating.getByRole("button", { name: "Create Channel" }) as HTMLButtonElement;
    // spec: forum.channel.name
    expect(create.disabled).toBe(true);
    await page.fill(creating.getByLabelText("Name"), "  ");
    expect(create.disabled).toBe(true);
    await page.fill(creating.getByLabelText("Name"), "Clay");
    const send = () => page.user.click(create);
    // spec: error2.forum.channel, error2.forum.401
    await failsTwice(page, "CreateChannel", send, "Failed to create channel", "create a channel");
  });

  it("says why a thread is not created", async () => {
    const page = await openScreen("/forum/channel", "Discuss", forum);
    await page.user.click(await screen.findByRole("button", { name: "New Thread" }));
    const creating = await opened("New Thread");
    await page.fill(creating.getByLabelText("Title"), "A thread");
    await page.fill(creating.getByLabelText("Content"), "Its text.");
    const send = () => page.user.click(creating.getByRole("button", { name: "Create Thread" }));
    // spec: error2.forum.thread, error2.forum.401
    await failsTwice(page, "CreateThread", send, "Failed to create thread", "create a thread");
  });

  it("says why a reply is not posted", async () => {
    const page = await openScreen("/forum/thread/thread", "Discuss", forum);
    const reply = await screen.findByRole("textbox", { name: "Add Reply" });
    await page.fill(reply, "A reply.");
    const send = () => page.user.click(button("Post Reply"));
    // spec: error2.forum.reply, error2.forum.401
    await failsTwice(page, "CreatePost", send, "Failed to post reply", "post a reply");
    expect((reply as HTMLTextAreaElement).value).toBe("A reply.");
  });
});

const dashboard = (router: ConnectRouter) => {
  board({ user: { ...maker, isAdmin: true } })(router);
  router.service(AdminService, {
    listAdminUsers: () => ({ users: [{ ...reader, email: "reader@mail.example", role: Role.MEMBER }] }),
    listAdminProjects: () => ({ projects: [{ id: "kiln", title: "Kiln log", isPublic: true }] }),
    listAdminBlogPosts: () => ({ blogPosts: [{ id: "post", title: "A winter" }] }),
    listAdminForumChannels: () => ({ channels: [{ id: "channel", name: "Kiln talk" }] }),
    setUserRole: () => ({ user: { ...reader, isAdmin: true, role: Role.ADMIN } }),
    previewBulkAction: () => ({ summary: { users: 1 } }),
  });
};

describe("the dashboard", () => {
  // spec: admin.denied
  it.each([["a guest"], ["a member", reader]])("sends %s away", async (_who, user?: typeof reader) => {
    const page = await openScreen("/admin?tab=contact", /./, board({ user }));
    // spec: error2.admin.denied
    await toasted("Access Denied", "Admin privileges required to access this page.");
    await waitFor(() => expect(page.location()).toBe("/"));
  });

  it("says that a role is not changed", async () => {
    const page = await openScreen("/admin?tab=users", "Admin Dashboard", dashboard);
    const grant = async () => {
      await page.user.click(await screen.findByRole("button", { name: "Acts for reader" }));
      await page.user.click(await screen.findByRole("menuitem", { name: "Change role" }));
      await page.user.click(await screen.findByRole("radio", { name: /^Admin/ }));
      await page.user.click(screen.getByRole("button", { name: "Change Role" }));
    };
    // spec: admin.users.grant
    // spec: error2.admin.user_admin
    await page.failing("SetUserRole", grant, "Error", "Failed to update admin status.");
    await page.user.click(screen.getByRole("button", { name: "Change Role" }));
    // spec: success2.admin, admin.toggle
    await toasted("Success", "reader is now an admin.");
  });

  it.each([
    // spec: error2.admin.user_delete
    ["users", "reader", "Failed to delete user."],
    // spec: error2.admin.project_delete
    ["projects", "Kiln log", "Failed to delete project."],
    // spec: error2.admin.post_delete
    ["blog", "A winter", "Failed to delete blog post."],
    // spec: error2.admin.channel_delete
    ["forum", "Kiln talk", "Failed to delete forum channel."],
  ])("says that something of the tab %s is not deleted", async (tab, name, message) => {
    const page = await openScreen(`/admin?tab=${tab}`, "Admin Dashboard", dashboard);
    await page.user.click(await screen.findByRole("button", { name: `Acts for ${name}` }));
    // spec: admin.users.delete
    await page.user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    page.fail("RunBulkAction");
    const asking = within(await screen.findByRole("dialog"));
    const confirm = await asking.findByRole("button", { name: "Delete" });
    await waitFor(() => expect((confirm as HTMLButtonElement).disabled).toBe(false));
    await page.user.click(confirm);
    await toasted("Error", message);
  });
});

describe("the address of a profile without a name", () => {
  it("leads a guest home, and says why", async () => {
    const page = await openScreen("/profile/%20", /./, board());
    // spec: profile.guest
    await toasted("Authentication Required", "Please log in to view profiles");
    await waitFor(() => expect(page.location()).toBe("/"));
  });
});

describe("the menu", () => {
  it("of an admin leads to the dashboard, and says that a logout fails", async () => {
    const page = await openScreen("/about", "Our Story", dashboard);
    await screen.findAllByText("@kilnfire");
    await page.user.click(button("Open menu"));
    const logout = async () => page.user.click(await screen.findByRole("button", { name: "Logout" }));
    // spec: error.logout
    await page.failing("Logout", logout, "Error", "Failed to logout");
    await page.user.click(dialog("Menu").getByRole("link", { name: "Admin Dashboard" }));
    // spec: layout.menu.account.admin, route.admin
    await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" });
  });
});

describe("VibeKit", () => {
  it("does not ask a guest to log in for what is off", async () => {
    await openScreen("/toolkit/imaginator", "Imaginator", board({ features: { vibekit: false } }));
    expect(screen.getByText("This site has no AI provider yet.")).toBeTruthy();
    expect(screen.queryByText(/Log in to generate|sent to the AI provider/)).toBeNull();
  });

  it("asks a guest to log in", async () => {
    const page = await openScreen("/toolkit", "VibeKit", board({ features: { vibekit: true } }));
    await screen.findByText(
      "Log in to generate briefs and logo ideas. Drawing logos and testing themes works without an account.",
    );
    await page.fill(field("Idea"), "A log for kilns");
    await page.user.click(screen.getAllByRole("button", { name: "Generate" })[0] as Element);
    (await opened("Login Required")).getByText(/generate a brief/);
  });

  it("says why nothing is generated", async () => {
    const page = await openScreen("/toolkit", "VibeKit", board({ user: maker }));
    await page.fill(field("Idea"), "A log for kilns");
    const generate = () => page.user.click(screen.getAllByRole("button", { name: "Generate" })[0] as Element);
    // spec: error2.vibekit.other
    await page.failing("StreamBrief", generate, "Generation failed", "Please try again");
    const result = within(screen.getByRole("region", { name: "Brief" }));
    expect(result.getByText("Generation failed")).toBeTruthy();
    const release = page.hold("StreamBrief");
    await page.user.click(result.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(result.queryByText("Generation failed")).toBeNull());
    release();
    await waitFor(() => expect(result.queryByText("Thinking...")).toBeNull());
    const missing = "The OpenAI API key must be configured in the server environment.";
    const detail = { desc: ErrorDetailSchema, value: { code: "OPENAI_KEY_MISSING" } };
    page.fail("StreamBrief", new ConnectError(missing, Code.Unavailable, undefined, [detail]));
    await generate();
    // spec: error2.vibekit.key
    await toasted("OpenAI API Key Missing", "");
  });
});

describe("a failed request", () => {
  it("of the news says so", async () => {
    await openScreen("/news", "News", board(), (name) => name === "ListNews");
    // spec: error2.news
    await screen.findByText("Failed to fetch news");
  });

  // spec: error.search, error.fallback
  it.each([
    ["ListProjects", "/search", "Explore", "Kiln log"],
    ["ListTopUsers", "/", "UV Board", "@kilnfire"],
  ])("of %s shows an error, and Try again loads it", async (method, path, heading, found) => {
    let fails = true;
    const page = await openScreen(path, heading, board({ projects: [kiln] }), (name) => fails && name === method);
    const main = within(screen.getByRole("main"));
    const alert = await main.findByRole("alert");
    expect(alert.textContent).toContain("An error occurred");
    fails = false;
    await page.user.click(within(alert).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.getByRole("main").textContent).toContain(found));
    expect(main.queryByRole("alert")).toBeNull();
  });

  it("of a section of a project leaves the rest of the page, and Try again loads it", async () => {
    let fails = true;
    const page = await openScreen(
      "/projects/kiln",
      "Kiln log",
      board({ projects: [kiln, { ...kiln, id: "next", title: "Next log" }], threads: [thread] }),
      (name) => fails && (name === "ListRelatedProjects" || name === "ListThreads"),
    );
    const section = (name: string) =>
      within(screen.getByRole("heading", { level: 2, name }).closest("section") as HTMLElement);
    await screen.findByRole("heading", { level: 2, name: "Discussions" });
    fails = false;
    for (const [name, found] of [
      ["Related Projects", "Next log"],
      ["Discussions", thread.title],
    ] as const) {
      // spec: error.related
      await page.user.click(await section(name).findByRole("button", { name: "Try again" }));
      await section(name).findByText(String(found));
    }
    expect(within(screen.getByLabelText("Notifications (F8)")).queryByRole("listitem")).toBeNull();
  });

  it.each([
    ["/settings", /Couldn't load/, "Change Password"],
    ["/submit", "Submit Project", "Publish"],
  ])("for the session on %s shows an error instead of the login", async (path, heading, found) => {
    let fails = true;
    const page = await openScreen(
      path,
      heading,
      board({ user: { ...maker, hasPassword: true } }),
      (name) => fails && name === "GetSession",
    );
    const [alert] = (await within(screen.getByRole("main")).findAllByRole("alert")) as [HTMLElement];
    expect(alert.textContent).toContain("Couldn't load");
    fails = false;
    await page.user.click(within(alert).getByRole("button", { name: "Try again" }));
    await screen.findByRole("button", { name: found });
  });
});
