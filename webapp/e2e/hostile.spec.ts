import type { APIRequestContext } from "@playwright/test";
import { letEverythingAppear, startBoard } from "./support/board";
import { choose, chooseMode, control, fillQuick } from "./support/form";
import { addresses, fit, kept, listen, naughty, overflow, pad, scripts, texts } from "./support/hostile";
import { png } from "./support/images";
import type { Member } from "./support/members";
import { arrive, type Choices, expect, test } from "./support/test";

// The server's tests send every text to every field (backend/product/producttest/hostile_test.go). These journeys render a sample of the
// texts in a browser. UVBOARD_HOSTILE=all renders all of them, which takes many minutes.
const every = process.env.UVBOARD_HOSTILE === "all";
const some = <T>(all: T[], n: number): T[] =>
  every || all.length <= n ? all : Array.from({ length: n }, (_, i) => all[Math.floor((i * all.length) / n)] as T);

test.setTimeout(every ? 1_800_000 : 180_000);

type Answer = { status: number; body: Record<string, unknown> };

async function send(request: APIRequestContext, method: string, path: string, data: unknown): Promise<Answer> {
  const response = await request.fetch(path, { method, data });
  return { status: response.status(), body: (await response.json()) as Record<string, unknown> };
}

/** A project with the text in every field. */
const saying = (text: string, logo: string) => ({
  title: fit(pad(text, 3), 80),
  tagline: fit(pad(text, 10), 140),
  description: fit(pad(text, 50), 3000),
  logo,
  primaryCategory: "utilities",
  stage: "beta",
  vibeTools: ["cursor"],
  customTools: [fit(text, 40)],
  tags: [fit(text, 40)],
  links: {
    website: `https://example.com/?q=${encodeURIComponent(text)}#${encodeURIComponent(fit(text, 9))}`,
  },
  impact: {
    problem: fit(text, 500),
    solution: fit(text, 500),
    metrics: { custom: { [kept(fit(text, 60)) ? fit(text, 60) : "metric"]: fit(text, 200) } },
  },
});

type Shown = ReturnType<typeof saying> & { id: string; description: string };

/** Publishes a project for each text and returns the stored projects. */
async function publishAll(member: Member, all: string[]): Promise<Shown[]> {
  const logo = await member.upload();
  const shown: Shown[] = [];
  for (const text of all) {
    const made = await send(member.page.context().request, "POST", "/api/projects", saying(text, logo));
    if (made.status === 201) shown.push(made.body as Shown);
  }
  return shown;
}

test.describe("hostile text in a published project", () => {
  // The texts have links, and those of new members wait for a moderator.
  test.use({
    baseURL: async ({ database }: Choices, use: (url: string) => Promise<void>) => {
      const board = await startBoard(database, { seeded: true });
      await letEverythingAppear(board);
      await use(board.url);
      expect(await board.stop(), "errors in the server's log").toEqual([]);
    },
  });

  test("leaves pages, feeds and answers well formed and the text unchanged", async ({ newMember }) => {
    const member = await newMember();
    const { page, username } = member;
    const shown = await publishAll(member, some(texts, 90));
    await arrive(page, "/about", /./);
    // DOMParser parses as a browser does and runs no script.
    const faults = await page.evaluate(
      async ({ shown, username }) => {
        const faults: string[] = [];
        const html = async (path: string) =>
          new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
        const plain = await html("/about");
        const scriptsOf = (page: Document) =>
          [...page.querySelectorAll("script")]
            .filter((one) => !/json/.test(one.type))
            .map((one) => one.outerHTML)
            .join();
        const wanted = scriptsOf(plain);
        const one = (text: string) => text.replace(/[\s\p{C}\uFFFD]+/gu, "");
        for (const project of shown) {
          const page = await html(`/projects/${project.id}`);
          const about = JSON.stringify(project.title);
          const meta = page.querySelector('meta[property="og:title"]')?.getAttribute("content") ?? "";
          if (one(meta) !== one(project.title)) faults.push(`og:title of ${about} is ${JSON.stringify(meta)}`);
          if (!one(page.title).startsWith(one(project.title)))
            faults.push(`title of ${about} is ${JSON.stringify(page.title)}`);
          const data = page.querySelector('script[type="application/ld+json"]')?.textContent ?? "";
          const name = (JSON.parse(data) as { name: string }).name;
          if (one(name) !== one(project.title)) faults.push(`JSON-LD of ${about} says ${name}`);
          if (scriptsOf(page) !== wanted) faults.push(`scripts of ${about}: ${scriptsOf(page)}`);
          if (page.querySelector("[onerror],[onload],iframe,base,object,embed,svg[onload]"))
            faults.push(`elements in ${about}`);
        }
        const xml = async (path: string) => {
          const text = await (await fetch(path)).text();
          const page = new DOMParser().parseFromString(text, "application/xml");
          const broken = page.querySelector("parsererror")?.textContent;
          if (broken) faults.push(`${path}: ${broken}`);
          return page;
        };
        await xml("/sitemap.xml");
        const titles = shown.map((project) => one(project.title));
        for (const path of ["/feed.xml", "/projects/feed.xml"]) {
          for (const entry of (await xml(path)).querySelectorAll("entry")) {
            const title = entry.querySelector("title")?.textContent ?? "";
            if (!titles.includes(one(title))) faults.push(`${path} says ${JSON.stringify(title)}`);
          }
        }
        const profile = await html(`/profile/${username}`);
        if (scriptsOf(profile) !== wanted) faults.push("scripts of the profile");
        return faults;
      },
      { shown: shown.map(({ id, title }) => ({ id, title })), username },
    );
    expect(faults).toEqual([]);
    expect(shown.length).toBeGreaterThan(80);
  });

  test("runs no script and keeps the layout", async ({ newMember, watch }) => {
    watch.expect(/status of 404/);
    watch.expect(/status of 400 \(Bad Request\).*(ListProjects|GetUser)/);
    const member = await newMember();
    const { page, username, id } = member;
    const context = page.context();
    const ran = await listen(context);
    const widest = "W".repeat(3000); // the widest letter
    const shown = await publishAll(member, [...some([...scripts, ...naughty], 40), widest]);
    const visit = async (path: string) => {
      await arrive(page, path, /./);
      expect(await overflow(page), `${path} is wider than its window`).toBeLessThanOrEqual(0);
    };
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const narrow = width === 375;
      const lists = ["/search", `/profile/${username}`, `/profile/${username}?tab=activity`];
      for (const path of ["/", "/search?view=list", ...(narrow || every ? lists : [])]) await visit(path);
      for (const project of new Set([...some(shown, narrow ? 2 : 1), ...shown.slice(-1)])) {
        await visit(`/projects/${project.id}`);
        const heading = page.getByRole("heading", { level: 1 });
        expect(await heading.evaluate((element) => element.textContent), JSON.stringify(project.title)).toBe(
          project.title,
        );
      }
    }
    await page.setViewportSize({ width: 375, height: 900 });
    for (const [i, text] of some([...scripts, ...addresses], 4).entries()) {
      const value = encodeURIComponent(fit(text, 200));
      const paths = [
        `/search?q=${value}&stage=${value}&view=${value}`,
        `/profile/${value}`,
        `/projects/${value}`,
        `/submit?edit=${value}`,
      ];
      for (const path of every ? paths : paths.slice(i, i + 1)) await visit(path);
      await send(context.request, "PUT", `/api/users/${id}`, {
        displayName: fit(text, 50),
        bio: fit(text, 500),
        location: fit(text, 100),
        skills: [fit(text, 40)],
      });
      await send(context.request, "POST", "/api/auth/tokens", { name: fit(text, 50), expiresInDays: 1 });
      if (every || i === 3) await visit(`/profile/${username}?tab=about`);
    }
    await visit("/settings");
    await visit(`/submit?edit=${shown[0]?.id}`);
    expect(ran.calls).toEqual([]);
  });

  test("direction overrides in a text affect only that text", async ({ newMember }) => {
    const { page, username, id: self, publish } = await newMember();
    await send(page.context().request, "PUT", `/api/users/${self}`, {
      bio: "\u2067bio",
    });
    const { id } = await publish({
      description: "A description with a \u202Emark that is not closed \u2067 and a second one.",
    });
    for (const path of ["/search", "/search?view=list", `/profile/${username}`, `/projects/${id}`]) {
      await arrive(page, path, /./);
      // Every element with such a text isolates its direction.
      const open = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const open: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const holder = node.parentElement;
          if (holder?.matches("noscript")) continue; // not displayed
          if (!holder || !/[\u202A-\u202E\u2066-\u2069]/.test(node.textContent ?? "")) continue;
          const { unicodeBidi } = getComputedStyle(holder);
          const alone = unicodeBidi === "isolate" || unicodeBidi === "plaintext";
          if (!alone || [...holder.childNodes].filter((child) => child.textContent).length > 1)
            open.push(holder.outerHTML);
        }
        return open;
      });
      expect(open, path).toEqual([]);
    }
  });
});

test("hostile text runs no script in a form", async ({ newMember }) => {
  const { page } = await newMember();
  const ran = await listen(page.context());
  const bad = '"><img src=x onerror=alert(1)>';
  await arrive(page, "/submit", "Submit Project");
  await chooseMode(page, "Complete Submit");
  await fillQuick(page, `Title ${bad}`);
  await control(page, "Tagline").fill(`Tagline ${bad}`);
  await control(page, "Description").fill(`${`Description ${bad} </script><script>alert(1)</script>\n`.repeat(3)}`);
  await control(page, "Custom tool").fill(bad);
  await control(page, "Custom tool").press("Enter");
  for (const label of ["Problem", "Solution"]) await control(page, label).fill(`${label} ${bad}`);
  await control(page, "Demo URL").fill(`https://example.com/?q=${encodeURIComponent(bad)}`);
  await choose(page, "Upload screenshots", png("shot.png", 320, 200, 90));
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page).toHaveURL(/\/projects\/[\w-]+-[0-9a-z]{10,}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Title ${bad}`);
  await expect(page.getByText(`Problem ${bad}`)).toBeVisible();
  expect(ran.calls).toEqual([]);
});
