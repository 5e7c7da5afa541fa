import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { fillQuick } from "./support/form";
import { logInAsAdmin, register } from "./support/members";
import { arrive, expect, test } from "./support/test";

// Takes a picture of every screen in both themes from the demo data. `go tool task screens` writes them all to docs/screens; other runs
// take the first and the last one in one theme only, and keep them nowhere.
const folder = process.env.SCREENS;

type Picture = { name: string; path: string; heading: string | RegExp; by?: "member" | "admin" };

const pictures: Picture[] = [
  { name: "Home", path: "/", heading: "UV Board" },
  { name: "Explore", path: "/search", heading: "Explore" },
  { name: "Explore as a list", path: "/search?sort=trending&view=list", heading: "Explore" },
  { name: "Project", path: "first of /api/projects?type=trending", heading: /./ },
  { name: "Submit", path: "/submit", heading: "Submit Project", by: "member" },
  { name: "Profile", path: "/profile/kilnfire", heading: /./ },
  { name: "Settings", path: "/settings", heading: "Settings", by: "member" },
  { name: "Discuss", path: "/forum", heading: "Discuss" },
  { name: "Feedback", path: "/feedback", heading: "Give feedback", by: "member" },
  { name: "Thread", path: "first of /api/forum/threads", heading: /./ },
  { name: "Stories", path: "/blog", heading: "Stories" },
  { name: "Story", path: "first of /api/blog/posts", heading: /./ },
  { name: "New story", path: "/blog/new", heading: /./, by: "member" },
  { name: "News", path: "/news", heading: /./ },
  { name: "Imaginator", path: "/toolkit/imaginator", heading: /./ },
  { name: "Logo", path: "/toolkit/logo", heading: /./ },
  { name: "Theme", path: "/toolkit/theme", heading: /./ },
  { name: "Pricing", path: "/pricing", heading: /./ },
  { name: "Contact", path: "/contact", heading: /./ },
  { name: "Log in", path: "/login", heading: /./ },
  { name: "Sign up", path: "/register", heading: /./ },
  { name: "API", path: "/docs/api", heading: /./ },
  { name: "Admin", path: "/admin", heading: "Admin Dashboard", by: "admin" },
  { name: "Moderation", path: "/admin?tab=moderation", heading: "Admin Dashboard", by: "admin" },
  { name: "Settings of the board", path: "/admin?tab=settings", heading: "Admin Dashboard", by: "admin" },
];
const pages: Record<string, string> = { projects: "/projects/", threads: "/forum/thread/", posts: "/blog/" };
const themes = folder ? (["dark", "light"] as const) : (["dark"] as const);
const file = (name: string, theme: string) => `${name.toLowerCase().replaceAll(" ", "-")}-${theme}.jpg`;

async function take(page: Page, name: string, theme: string) {
  // Images further down are loaded later.
  const loaded = () =>
    [...document.images].every(
      (image) => image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > window.innerHeight,
    );
  await expect.poll(() => page.evaluate(loaded)).toBe(true);
  const picture = await page.screenshot({ type: "jpeg", quality: 60, animations: "disabled" });
  expect(picture.length).toBeGreaterThan(5_000);
  if (folder) writeFileSync(join(folder, file(name, theme)), picture);
}

for (const theme of themes) {
  test(`pictures of the screens, ${theme}`, async ({ browser, baseURL, request }) => {
    test.setTimeout(300_000);
    if (folder) mkdirSync(folder, { recursive: true });
    const open = async (logIn: (context: BrowserContext) => Promise<unknown>) => {
      const context = await browser.newContext({
        baseURL,
        reducedMotion: "reduce",
        viewport: { width: 1280, height: 900 },
      });
      await context.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
      await logIn(context);
      return context.newPage();
    };
    const member = await open(async (context) => {
      await register(context, `wren_${theme}`);
      // A case to moderate.
      const [thread] = (await (await context.request.get("/api/forum/threads")).json()) as { id: string }[];
      const report = { targetType: "forum_thread", targetId: thread?.id, reason: "spam" };
      expect((await context.request.post("/api/reports", { data: report })).status()).toBe(201);
    });
    const viewers = { guest: await open(async () => {}), member, admin: await open(logInAsAdmin) };
    for (const { name, path, heading, by } of folder ? pictures : pictures.slice(0, 1)) {
      const page = viewers[by ?? "guest"];
      const [, list = "", kind = ""] = path.match(/^first of (\S+\/(\w+)\S*)$/) ?? [];
      const first = list && ((await (await request.get(list)).json()) as { id: string }[])[0];
      await arrive(page, first ? `${pages[kind]}${first.id}` : path, heading);
      await take(page, name, theme);
    }
    await arrive(member, "/submit", "Submit Project");
    await fillQuick(member, "Ghost Plate");
    await member.getByRole("button", { name: "Publish" }).click();
    await expect(member.getByText("You're live")).toBeVisible();
    await take(member, "Live", theme);
  });
}

test("the list of the pictures", () => {
  test.skip(!folder, "only with the pictures");
  const rows = [...pictures.map(({ name }) => name), "Live"].map(
    (name) => `| ${name} | ${themes.map((theme) => `![${name}, ${theme}](${file(name, theme)})`).join(" | ")} |`,
  );
  const head =
    "# Every screen\n\n`go tool task screens` takes these pictures from the demo data.\n\n| screen | dark | light |\n|---|---|---|\n";
  writeFileSync(join(folder ?? "", "README.md"), `${head}${rows.join("\n")}\n`);
});
