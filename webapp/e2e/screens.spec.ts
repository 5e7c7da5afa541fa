import type { BrowserContext, Page } from "@playwright/test";
import { axeOf } from "./support/axe";
import { chooseMode } from "./support/form";
import { png } from "./support/images";
import { logInAsAdmin, register } from "./support/members";
import { arrive, test as base, expect } from "./support/test";
import { missing } from "./support/watch";

type Screen = {
  name: string;
  heading: string | RegExp;
  path: string | ((show: Show) => string);
  /** Seen by a guest unless it needs its maker or an admin. */
  by?: "maker" | "admin";
  /** What to do when it has loaded, to bring up more of it. */
  more?: (page: Page) => Promise<void>;
  /** Selectors of what has colors of the user's choice, which may be hard to read. */
  ownColors?: string[];
};

const open = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const openDialog = (name: string | RegExp) => async (page: Page) => {
  await open(name)(page);
  await expect(page.getByRole("dialog")).toBeVisible();
};

const screens: Screen[] = [
  // spec: route.home
  { name: "Home", path: "/", heading: "UV Board" },
  { name: "Home of a member", path: "/", heading: "UV Board", by: "maker" },
  {
    name: "nothing followed",
    path: "/?tab=following",
    heading: "UV Board",
    by: "maker",
    more: (page) => expect(page.getByRole("heading", { name: "Follow what you like" })).toBeVisible(),
  },
  {
    name: "what is followed",
    path: "/?tab=following",
    heading: "UV Board",
    by: "admin",
    more: (page) => expect(page.getByRole("heading", { name: /^Blueprint/ }).first()).toBeVisible(),
  },
  { name: "the menu", path: "/", heading: "UV Board", by: "maker", more: openDialog("Open menu") },
  {
    name: "Explore",
    path: "/search",
    heading: "Explore",
    more: async (page) => {
      await open("Filters")(page);
      await expect(page.getByLabel("Category")).toBeVisible();
    },
  },
  { name: "Explore as a list", path: "/search?sort=trending&view=list", heading: "Explore" },
  { name: "Explore without results", path: "/search?q=zzzzzz", heading: "Explore" },
  { name: "the top projects", path: "/top", heading: "Top Projects" },
  { name: "the top projects of a day without votes", path: "/top/2020/02/29", heading: "Top Projects" },
  { name: "the issues of the weekly", path: "/weekly", heading: "Weekly" },
  { name: "an issue of the weekly", path: "/weekly/1", heading: /^The week of/ },
  { name: "a missing issue", path: "/weekly/999", heading: "Issue Not Found" },
  { name: "the confirmation of a subscription", path: "/weekly/confirm?token=x", heading: "Confirm your subscription" },
  { name: "the end of a subscription", path: "/weekly/unsubscribe?token=x", heading: "Unsubscribe from the weekly" },
  { name: "the weekly for admins", path: "/admin?tab=weekly", heading: "Admin Dashboard", by: "admin" },
  { name: "a missing leaderboard", path: "/top/2020/w54", heading: "Leaderboard Not Found" },
  {
    name: "the badge",
    path: (show) => `/projects/${show.project}`,
    heading: /^Blueprint/,
    by: "maker",
    more: async (page) => {
      await page.getByRole("button", { name: "Share" }).click();
      await page.getByRole("menuitem", { name: "Badge" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "a project", path: (show) => `/projects/${show.project}`, heading: /^Blueprint/ },
  {
    name: "the feedback on the own project",
    path: (show) => `/projects/${show.project}#feedback`,
    heading: /^Blueprint/,
    by: "maker",
    more: async (page) => {
      await expect(page.getByRole("region", { name: "Feedback" }).getByText("The acid is too weak.")).toBeVisible();
    },
  },
  { name: "the own project", path: (show) => `/projects/${show.project}`, heading: /^Blueprint/, by: "maker" },
  {
    name: "the lightbox",
    path: (show) => `/projects/${show.project}`,
    heading: /^Blueprint/,
    more: openDialog("View full screen"),
  },
  {
    name: "the login dialog",
    path: (show) => `/projects/${show.project}`,
    heading: /^Blueprint/,
    more: async (page) => {
      await page
        .getByRole("complementary")
        .getByRole("button", { name: /^Upvote/ })
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "a missing project", path: "/projects/nothing", heading: "Project Not Found" },
  { name: "submit for a guest", path: "/submit", heading: "Submit Project" },
  // spec: route.submit
  { name: "submit", path: "/submit", heading: "Submit Project", by: "maker" },
  {
    name: "submit with errors",
    path: "/submit",
    heading: "Submit Project",
    by: "maker",
    more: async (page) => {
      await chooseMode(page, "Complete Submit");
      await page.getByRole("button", { name: "Publish" }).click();
      await expect(page.getByRole("form").getByRole("alert")).toBeVisible();
    },
  },
  { name: "edit", path: (show) => `/submit?edit=${show.project}`, heading: "Edit Project", by: "maker" },
  { name: "a profile", path: (show) => `/profile/${show.maker}`, heading: /^maker_/ },
  { name: "the own profile", path: (show) => `/profile/${show.maker}`, heading: /^maker_/, by: "maker" },
  { name: "activity", path: (show) => `/profile/${show.maker}?tab=activity`, heading: /^maker_/ },
  { name: "followers", path: (show) => `/profile/${show.maker}?tab=followers`, heading: /^maker_/ },
  { name: "about a member", path: (show) => `/profile/${show.maker}?tab=about`, heading: /^maker_/ },
  {
    name: "edit profile",
    path: (show) => `/profile/${show.maker}`,
    heading: /^maker_/,
    by: "maker",
    more: openDialog("Edit Profile"),
  },
  { name: "the collections of a member", path: (show) => `/profile/${show.maker}?tab=collections`, heading: /^maker_/ },
  { name: "a collection", path: (show) => `/collections/${show.collection}`, heading: /^Etched/ },
  {
    name: "the own collection with a note in the making",
    path: (show) => `/collections/${show.collection}`,
    heading: /^Etched/,
    by: "maker",
    more: open("Edit the note on Bare"),
  },
  { name: "a tool", path: "/tools/cursor", heading: "Cursor" },
  { name: "a tag at a stage without projects", path: "/tags/ai?stage=archived", heading: "ai" },
  { name: "a missing tool", path: "/tools/never-heard-of", heading: "Tool Not Found" },
  { name: "a missing collection", path: "/collections/nothing", heading: "Collection Not Found" },
  { name: "the own collections", path: "/collections", heading: "Collections", by: "maker" },
  {
    name: "no collections",
    path: "/collections",
    heading: "Collections",
    by: "admin",
    more: openDialog("New Collection"),
  },
  {
    name: "adding to a collection",
    path: (show) => `/projects/${show.project}`,
    heading: /^Blueprint/,
    by: "maker",
    more: async (page) => {
      await open("More about this project")(page);
      await page.getByRole("menuitem", { name: "Add to Collection" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "a missing profile", path: "/profile/nobody_here", heading: "User Not Found" },
  { name: "login", path: "/login", heading: "Log in" },
  {
    name: "a login with a second factor",
    path: "/login#second-factor=x",
    heading: "Log in",
    more: async (page) => {
      await open(/^Log in$/)(page);
      await expect(page.getByText("Code is required")).toBeVisible();
    },
  },
  {
    name: "settings with a passkey without a name",
    path: "/settings",
    heading: "Settings",
    by: "maker",
    more: async (page) => {
      await page.getByRole("button", { name: "Add Passkey" }).click();
      await expect(page.getByRole("form", { name: "New passkey" }).getByText("Name is required")).toBeVisible();
    },
  },
  {
    name: "settings with a new second factor",
    path: "/settings",
    heading: "Settings",
    by: "maker",
    more: async (page) => {
      await open("Turn on")(page);
      await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    },
  },
  { name: "forgotten password", path: "/forgot-password", heading: "Reset password" },
  { name: "new password", path: "/reset-password?token=any", heading: "New password" },
  { name: "a used-up link", path: "/verify-email", heading: "This link is no longer valid" },
  { name: "unsubscribe", path: "/unsubscribe?token=any", heading: "Unsubscribe" },
  // spec: route.register
  {
    name: "register with errors",
    path: "/register",
    heading: "Sign up",
    more: async (page) => {
      await page.getByRole("button", { name: "Sign up" }).click();
      await expect(page.getByText("Username is required")).toBeVisible();
    },
  },
  // spec: route.reputation
  { name: "reputation", path: "/reputation", heading: "Reputation" },
  // spec: route.about
  { name: "about", path: "/about", heading: "Our Story" },
  // spec: route.guidelines
  { name: "guidelines", path: "/guidelines", heading: "Guidelines" },
  { name: "moderation", path: "/moderation", heading: "Moderation" },
  { name: "the rules of votes", path: "/fair", heading: "Fair Votes" },
  // spec: route.privacy
  { name: "privacy", path: "/privacy", heading: "Privacy" },
  // spec: route.terms
  { name: "terms", path: "/terms", heading: "Terms" },
  // spec: route.pricing, pricing.headline
  { name: "pricing", path: "/pricing", heading: "UV Board is Free Forever" },
  // spec: route.contact
  { name: "contact", path: "/contact", heading: "Contact" },
  {
    name: "the API",
    path: "/docs/api",
    heading: "API",
    more: (page) => expect(page.getByRole("button", { name: "Authorize" })).toBeVisible(),
  },
  { name: "use with an agent", path: "/docs/agents", heading: "Use with your agent" },
  { name: "link checks", path: "/docs/checks", heading: "Link checks" },
  { name: "webhooks explained", path: "/docs/webhooks", heading: "Webhooks" },
  { name: "the API guide", path: "/docs/api/guide", heading: "API Guide" },
  // spec: route.toolkit
  { name: "VibeKit", path: "/toolkit", heading: "VibeKit" },
  {
    name: "all of VibeKit",
    path: "/toolkit",
    heading: "VibeKit",
    by: "maker",
    more: async (page) => {
      await open("Try an example")(page);
      await open("Generate")(page);
      await open("Logo Builder")(page);
      await page.getByRole("textbox", { name: "Brand name" }).fill("Kiln Log");
      await open("Theme Tester")(page);
      const foreground = page.getByRole("textbox", { name: "Foreground" });
      await foreground.fill("#eeeeee");
      await foreground.press("Tab"); // closes the color picker
      await expect(page.getByRole("img", { name: "Logo of Kiln Log" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Use this brief" })).toBeVisible();
    },
    ownColors: [".vibekit-preview", "[class*=sample]"],
  },
  { name: "news", path: "/news", heading: "News" },
  { name: "stories", path: "/blog", heading: "Stories", by: "maker" },
  { name: "stories without results", path: "/blog?q=zzzzzz", heading: "Stories" },
  { name: "a story", path: (show) => `/blog/${show.story}`, heading: /^Etching/ },
  { name: "the own story", path: (show) => `/blog/${show.story}`, heading: /^Etching/, by: "maker" },
  {
    name: "edit a story",
    path: (show) => `/blog/${show.story}`,
    heading: /^Etching/,
    by: "maker",
    more: openDialog("Edit Post"),
  },
  { name: "a missing story", path: "/blog/nothing", heading: "Blog post not found" },
  { name: "a new story for a guest", path: "/blog/new", heading: "Write a Blog Post" },
  {
    name: "a new story with errors",
    path: "/blog/new",
    heading: "Write a Blog Post",
    by: "maker",
    more: async (page) => {
      await page.getByRole("button", { name: "Publish Post" }).click();
      await expect(page.getByText("Title is required")).toBeVisible();
    },
  },
  { name: "feedback for a guest", path: "/feedback", heading: "Give feedback" },
  {
    name: "feedback with errors",
    path: "/feedback",
    heading: "Give feedback",
    by: "admin",
    more: async (page) => {
      await open("Review a project")(page);
      await open("Send Review")(page);
      await expect(page.getByText("Please say how far you got")).toBeVisible();
    },
  },
  { name: "the rules of feedback", path: "/feedback/rules", heading: "How feedback works" },
  { name: "discuss", path: "/forum", heading: "Discuss" },
  { name: "a channel", path: (show) => `/forum/${show.channel}`, heading: "Discuss" },
  {
    name: "a new thread",
    path: (show) => `/forum/${show.channel}`,
    heading: "Discuss",
    by: "maker",
    more: async (page) => {
      await openDialog("New Thread")(page);
      await open("Create Thread")(page);
      await expect(page.getByText("Title is required")).toBeVisible();
    },
  },
  { name: "a thread", path: (show) => `/forum/thread/${show.thread}`, heading: "Discuss" },
  {
    name: "an own thread",
    path: (show) => `/forum/thread/${show.thread}`,
    heading: "Discuss",
    by: "maker",
    more: (page) => page.getByRole("button", { name: "Reply", exact: true }).first().click(),
  },
  { name: "a search of the forum", path: (show) => `/forum/${show.channel}?q=zzzzzz`, heading: "Discuss" },
  { name: "a missing thread", path: "/forum/thread/nothing", heading: "Discuss" },
  {
    // spec: route.admin
    name: "the dashboard",
    path: "/admin?tab=users&sort=username",
    heading: "Admin Dashboard",
    by: "admin",
    more: async (page) => {
      await page
        .getByRole("checkbox", { name: /^Select (?!all)/ })
        .first()
        .check();
      await expect(page.getByRole("group", { name: "Selected" })).toBeVisible();
    },
  },
  {
    name: "the deletion of a user",
    path: (show) => `/admin?tab=users&q=${show.maker}`,
    heading: "Admin Dashboard",
    by: "admin",
    more: async (page) => {
      await open(/^Acts for /)(page);
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "the queue", path: "/admin?tab=moderation", heading: "Admin Dashboard", by: "admin" },
  { name: "the appeals", path: "/admin?tab=moderation&show=appeals", heading: "Admin Dashboard", by: "admin" },
  { name: "the feeds", path: "/admin?tab=news", heading: "Admin Dashboard", by: "admin" },
  {
    name: "notifications",
    path: "/notifications",
    heading: "Notifications",
    by: "maker",
    more: async (page) => {
      await expect(page.getByRole("radiogroup", { name: "Show" })).toBeVisible();
    },
  },
  {
    name: "what is saved",
    path: "/saved",
    heading: "Saved",
    by: "maker",
    more: async (page) => {
      await expect(page.getByText("Nothing saved yet")).toBeVisible();
    },
  },
  {
    name: "a new webhook",
    path: "/settings",
    heading: "Settings",
    by: "maker",
    more: async (page) => {
      await page.getByRole("button", { name: "Add Webhook" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "webhooks of the board", path: "/admin?tab=webhooks", heading: "Admin Dashboard", by: "admin" },
  { name: "404", path: "/nowhere", heading: "404 Page Not Found" },
];

/** What there is to see on the screens: a maker with a project that has everything, and a second one beside it. */
type Show = {
  maker: string;
  project: string;
  collection: string;
  channel: string;
  thread: string;
  story: string;
  /** One browser context for each kind of viewer, which loads the app's code once for all screens. */
  viewers: Record<"guest" | "maker" | "admin", BrowserContext>;
};

const test = base.extend<object, { show: Show }>({
  show: [
    async ({ browser, board }, use) => {
      // Reduced motion: otherwise axe would measure colors during a transition.
      const open = () => browser.newContext({ baseURL: board.url, reducedMotion: "reduce" });
      const viewers = { guest: await open(), maker: await open(), admin: await open() };
      await logInAsAdmin(viewers.admin);
      const context = viewers.maker;
      const maker = await register(context);
      expect((await viewers.admin.request.put(`/api/follows/user/${maker.id}`)).ok()).toBe(true);
      const wide = await maker.upload(png("wide.png", 1280, 800, 230));
      const tall = await maker.upload(png("tall.png", 800, 1280, 20));
      const { id } = await maker.publish({
        title: `Blueprint of a rather long name ${"x".repeat(40)}`,
        description: `A description with ${"averylongwordthatdoesnotbreak".repeat(4)} in it.\n\nA second paragraph.`,
        vibeTools: ["cursor", "claude", "figma", "nextjs", "react", "tailwind"],
        customTools: ["Something of one's own"],
        tags: ["silver", "ai-powered"],
        lookingFor: ["feedback", "users"],
        links: {
          demo: "https://a.example.com/",
          repo: "https://b.example.com/",
          docs: "https://c.example.com/",
          website: "https://d.example.com/",
        },
        media: { screenshots: [wide, tall], videos: ["https://youtu.be/dQw4w9WgXcQ"] },
        impact: { problem: "A problem.", solution: "A solution.", metrics: { users: 2140, revenue: 860 } },
      });
      const updated = await context.request.post(`/api/projects/${id}/updates`, {
        data: { title: "Acid 2", content: `It etches **deeper**.\n\n- ${"averylongwordthatdoesnotbreak".repeat(4)}` },
      });
      expect(updated.ok()).toBe(true);
      const said = await viewers.admin.request.post(`/api/projects/${id}/feedback`, {
        data: { content: "The acid is too weak." },
      });
      expect(said.ok()).toBe(true);
      const bare = await maker.publish({ title: "Bare" });
      const { channel, thread } = await maker.discuss();
      const reply = await maker.reply(thread.id, `A reply with a ${"verylongword".repeat(12)} and \`code\`.`);
      await maker.reply(thread.id, "> quoted\n\nAn answer to it.", reply);
      const story = await maker.write({
        title: `Etching of a rather long name ${"x".repeat(40)}`,
        excerpt: "What acid does to copper.",
        content: `# Acid\n\nA [project](${board.url}/projects/${id}) and ${"averylongwordthatdoesnotbreak".repeat(4)}.\n\n| plate | minutes |\n|---|---|\n| 1 | 20 |\n\n\`\`\`go\nfunc etch() {}\n\`\`\``,
        coverImage: wide,
        tags: ["copper", "acid", "one-of-the-longest-tags", "print"],
      });
      await maker.write({ title: "Bare etching", tags: ["copper"] });
      const commented = await context.request.post(`/api/blog/posts/${story.id}/comments`, {
        data: { content: "How warm was the bath?" },
      });
      expect(commented.ok()).toBe(true);
      const collected = await context.request.post("/api/collections", {
        data: { title: `Etched ${"x".repeat(60)}`, description: "What acid did.", isPublic: true },
      });
      const { id: collection } = (await collected.json()) as { id: string };
      for (const [project, note] of [
        [id, `A note with ${"averylongwordthatdoesnotbreak".repeat(4)}`],
        [bare.id, ""],
      ] as const) {
        const added = await context.request.put(`/api/collections/${collection}/items/${project}`, { data: { note } });
        expect(added.ok()).toBe(true);
      }
      const ids = { project: id, channel: channel.id, thread: thread.id, story: story.id, collection };
      await use({ maker: maker.username, ...ids, viewers });
    },
    { scope: "worker" },
  ],
});

for (const screen of screens) {
  test(`${screen.name}: accessible, and as wide as the window`, async ({ show, viewport, watch }) => {
    watch.expect(missing);
    const viewer = show.viewers[screen.by ?? "guest"];
    watch.follow(viewer);
    const page = await viewer.newPage();
    if (viewport) await page.setViewportSize(viewport);
    await arrive(page, typeof screen.path === "string" ? screen.path : screen.path(show), screen.heading);
    await screen.more?.(page);
    await page.mouse.move(0, 0); // what was opened may have put another button with a tooltip under the pointer

    const expectAccessible = async (where: string) => {
      const axe = axeOf(page);
      for (const selector of screen.ownColors ?? []) axe.exclude(selector);
      const { violations } = await axe.analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n")}`);
      expect.soft(found, where).toEqual([]);
    };
    const root = page.locator("html");
    for (const [width, theme] of [
      [1440, "dark"],
      [768, undefined],
      [375, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expectNothingAside(page);
      if (!theme) continue;
      // As if another tab had chosen it.
      const event = { key: "theme", newValue: theme };
      await page.evaluate(
        (e) => dispatchEvent(new StorageEvent("storage", { ...e, storageArea: localStorage })),
        event,
      );
      await expect(root).toHaveAttribute("data-mantine-color-scheme", theme);
      await expectAccessible(`${theme} at ${width} px`);
    }
    await page.close();
    viewer.removeAllListeners();
  });
}

// The page does not scroll sideways. While a dialog is open, the space of the scrollbar may be empty.
async function expectNothingAside(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
}
