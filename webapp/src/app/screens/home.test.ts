import { describe, expect, it } from "vitest";
import { ago, article, bare, board, kiln, notFound, post, reader } from "./board";
import { renderScreen, type Screen } from "./render";

const many = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i));
const full = {
  projects: [kiln, bare, ...many(4, (i) => ({ ...bare, id: `p${i}`, title: `Project ${i}` }))],
  posts: [
    post,
    { ...post, id: "anonymous", title: "Nobody's story", author: undefined, tags: [], coverImage: "" },
    ...many(4, (i) => ({ ...post, id: `s${i}`, title: `Story ${i}` })),
  ],
  articles: [
    article,
    { ...article, id: "2", title: "Second" },
    { ...article, id: "3", title: "Third" },
    { ...article, id: "4" },
  ],
};

describe("Home", async () => {
  const home = await renderScreen("/", board(full));

  it("shows the stats bar", () => {
    // spec: home.stats
    expect(home.part("section", "Vibers").text).toBe(
      "Projects 14\nVibers 30\nChannels 5\nIdea 1\nMVP 2\nBeta 3\nLaunched 4",
    );
  });

  it("features one project", () => {
    const featured = home.part("section", "Featured Projects");
    // spec: home.featured, const.home.featured
    expect(featured.text).toContain("SPONSORED");
    expect(featured.count("<article")).toBe(1);
    const card = featured.part("article", "Kiln log");
    // spec: card.featured.logo
    expect(card.html).toContain('src="https://art.example/cover.png"');
    // spec: card.featured.status
    expect(card.text).toMatch(/^Beta\n/);
    // spec: card.featured.title
    expect(card.href("Kiln log")).toBe("/projects/kiln");
    // spec: card.featured.tags, const.card.featured_tags
    expect(card.text).toContain("\nCursorClaudeReact+3 more\n");
    // spec: card.featured.author, card.featured.time
    expect(card.text).toMatch(/\n@kilnfire · \d+ days ago\n/);
    expect(card.text).toContain("Why it's featured: A kiln that keeps its own log");
    // spec: card.featured.vote
    expect(card.html).toMatch(/aria-label="Upvote, 12 upvotes".*aria-label="Downvote, 5 downvotes"/s);
    // spec: card.featured.view
    expect(card.href("View Project")).toBe("/projects/kiln");
  });

  it("leads from a story to it and to its tags", () => {
    const stories = home.part("section", "Stories");
    expect(stories.href("A winter of failed firings")).toBe("/blog/post");
    expect(stories.href("clay")).toBe("/tags/clay");
    expect(stories.html).not.toMatch(/<a [^>]*>((?!<\/a>).)*<a /s); // no link in a link
  });

  it("explains the places in Trending", () => {
    const trending = home.part("section", "Trending Projects");
    expect(trending.html).toContain('aria-label="Why is Kiln log here?"'); // in the table
    expect(trending.text).toContain("net 7 ·\nWhy is it here?"); // in the list of phones
  });

  it("shows a plate for a project without an image, and nobody as @unknown", async () => {
    const screen = await renderScreen("/", board({ projects: [bare] }));
    const card = screen.part("section", "Featured Projects").part("article", "Bare clay");
    // spec: card.featured.logo
    expect(card.html).toContain(">B<");
    // spec: card.featured.author
    expect(card.text).toContain("@unknown");
    expect(card.html).not.toContain("<img");
  });

  it("ranks the trending projects", () => {
    const trending = home.part("section", "Trending Projects");
    // spec: home.trending.live
    expect(trending.text).toContain("LIVE");
    const table = trending.html.slice(trending.html.indexOf("<table"), trending.html.indexOf("</table>"));
    // spec: home.trending.columns
    expect(
      [...table.matchAll(/<th[ >].*?<\/th>/gs)].map(([cell]) => cell.replace(/<svg.*?<\/svg>|<[^>]+>/gs, "")),
    ).toEqual(["Position", "Project", "Upvotes", "Downvotes"]);
    // spec: home.trending.top3, const.home.trending
    expect(table.split("<tr").length - 1).toBe(1 + 3);
    // spec: home.trending.ranks
    expect(trending.text).toMatch(/\n1\nKiln log\n.*\n2\nB\nBare clay\n.*\n3\nP\nProject 0\n/s);
    const list = trending.html.slice(trending.html.indexOf("<ol"));
    // spec: home.trending.compact
    expect(
      list
        .replace(/<!--.*?-->|<style.*?<\/style>/gs, "")
        .replace(/<[^>]+>/g, "|")
        .replace(/\|+/g, "|"),
    ).toMatch(/^\|1\|Kiln log\|net \|7\| · \|Why is it here\?\|12\|2\|Bare clay\|/);
    // spec: home.trending.all
    expect(trending.href("View All Trending Projects")).toBe("/search?sort=trending");
  });

  it("shows a guest the first three trending projects, and empty places where there are fewer", async () => {
    const first = home.part("section", "show what they build");
    expect(first.text).toMatch(/\n1\nKiln log\n.*\n12 upvotes\n2B\nBare clay\n.*\n0 upvotes\n3/s);
    expect(first.links.slice(-3).map(({ href }) => href)).toEqual(["/projects/kiln", "/projects/bare", "/projects/p0"]);
    const one = await renderScreen("/", board({ projects: [kiln] }));
    const places = one.part("section", "show what they build");
    expect([places.count("<li"), places.count('href="/projects/kiln"')]).toEqual([3, 1]);
  });

  it("shows the newest projects before the news on a phone, which has one column", () => {
    const order = ["Trending Projects", "Newest Projects", "Latest News", "Top Vibers"].map((title) =>
      home.text.indexOf(title),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
  });

  it("has the tabs of a member and the stats in one bar", async () => {
    const member = await renderScreen("/", board({ ...full, user: reader }));
    expect(member.text).toMatch(/\nDiscoverFollowing\nProjects 14\n/);
  });

  it("shows the newest projects in a grid", () => {
    const newest = home.part("section", "Newest Projects");
    // spec: home.newest.grid, const.home.newest
    expect(newest.html).toMatch(/class="[^"]*grid/);
    expect(newest.count("<article")).toBe(4);
    // spec: home.newest.all
    expect(newest.href("View All")).toBe("/search?sort=newest");
    const card = newest.part("article", "Kiln log");
    // spec: home.links, card.grid.title
    expect(card.href("Kiln log")).toBe("/projects/kiln");
    // spec: card.grid.image
    expect(card.html).toContain('src="https://art.example/cover.png"');
    // spec: card.grid.age
    expect(card.text).toMatch(/^\d+d ago\n/);
    // spec: card.grid.tags, const.card.grid_tags
    expect(card.text).toContain("\nclayfire+2 more\n");
    // spec: card.grid.author
    expect(card.href("@kilnfire")).toBe("/profile/kilnfire");
    // spec: card.grid.votes, vote.compact
    expect(card.html).toMatch(/aria-label="Upvote".*Net score.*>7<.*aria-label="Downvote"/s);
  });

  it("shows projects that nobody has answered for a second day, before the newest", async () => {
    const late = many(3, (i) => ({ ...kiln, id: `late${i}`, title: `Late ${i}` }));
    const newestOf = async (again: () => (typeof kiln)[]) =>
      (await renderScreen("/", board({ ...full, again }))).part("section", "Newest Projects");
    const titles = (screen: Screen) =>
      screen.links.map(({ name }) => name).filter((name) => /^(Late|Kiln|Bare|Pro)/.test(name));
    const four = ["Kiln log", "Bare clay", "Project 0", "Project 1"];

    const newest = await newestOf(() => late);
    expect(titles(newest)).toEqual(["Late 0", "Late 1", ...four]);
    expect(newest.part("article", "Late 0").text).toContain("\nShown again: no answer yet\n");
    expect(newest.part("article", "Kiln log").text).not.toContain("Shown again");
    // One that is still among the newest is there once, as one of them.
    const quiet = await newestOf(() => [kiln]);
    expect(titles(quiet)).toEqual(four);
    expect(quiet.text).not.toContain("Shown again");
    expect(titles(await newestOf(notFound))).toEqual(four);
  });

  it("shows news", () => {
    const news = home.part("section", "Latest News");
    // spec: home.news
    expect(news.href("All news")).toBe("/news");
    const items = news.links.slice(1);
    // spec: home.news.items, const.home.news
    expect(items.map(({ href, newTab }) => [href, newTab])).toEqual(Array(3).fill(["https://news.example/1", true]));
  });

  it("shows stories", () => {
    const stories = home.part("section", "All stories");
    // spec: home.stories
    expect(stories.href("All stories")).toBe("/blog");
    // spec: home.stories.items, const.home.stories
    expect(stories.links.map(({ href }) => href).filter((href) => href.startsWith("/blog/"))).toEqual([
      "/blog/post",
      "/blog/anonymous",
      "/blog/s0",
      "/blog/s1",
    ]);
    const story = stories.part("li", "A winter of failed firings");
    // spec: home.stories.cover
    expect(story.html).toContain('src="https://art.example/story.png"');
    // spec: home.stories.author, home.stories.time
    expect(story.text).toContain("\n@kilnfire · 3h ago\n");
    expect(stories.part("li", "Nobody's story").text).toContain("@anonymous · 3h ago");
    // spec: home.stories.tags, const.home.stories
    expect(story.text).toMatch(/\nclayfire$/);
  });

  it("shows the top vibers", () => {
    const vibers = home.part("section", "Top Vibers");
    expect(vibers.text).toContain("Top Vibers\nAll Time\n");
    // spec: home.vibers
    expect(vibers.links.map(({ href }) => href)).toEqual(["/profile/kilnfire", "/profile/reader"]);
    // spec: home.vibers.facts
    expect(vibers.part("li", "@kilnfire").text).toBe("1K\n@kilnfire\nKiln Fire · 2 projects\n9votes");
    expect(vibers.part("li", "@reader").text).toBe("2R\n@reader\n1 project\n1vote");
  });

  it("shows the projects that have waited longest for an answer, if there are any", async () => {
    const screen = await renderScreen(
      "/",
      board({ projects: [kiln], waiting: many(4, (i) => ({ ...bare, id: `w${i}` })) }),
    );
    const waiting = screen.part("section", "Waiting for an answer");
    expect(waiting.links.filter(({ name }) => name === "Bare clay").map(({ href }) => href)).toEqual([
      "/projects/w0",
      "/projects/w1",
      "/projects/w2",
    ]);
    expect(waiting.href("Give feedback")).toBe("/feedback");
    expect(home.text).not.toContain("Waiting for an answer");
  });

  it("of an empty board leads on", async () => {
    const guest = await renderScreen("/", board());
    const projects = guest.part("section", "No Trending Projects Yet");
    // spec: home.empty.trending, home.empty.newest
    expect(projects.text).toMatch(/^No Trending Projects Yet\n.*Be the First to Showcase Your Project!/s);
    // spec: home.empty.guest, guest.prompts
    expect(projects.href("Sign In to Submit")).toBe("/login");
    // spec: home.news.empty
    expect(guest.text).toContain("\nNo news articles available. Check back soon!\n");
    // spec: home.stories.empty
    expect(guest.text).toContain("\nNo blog posts yet. Check back soon!\n");
    // spec: home.vibers.empty
    expect(guest.text).toContain("\nNo vibers yet. Be the first!\n");
    expect(guest.text).not.toMatch(/Featured Projects|Community stats/);
    const member = await renderScreen("/", board({ user: reader }));
    // spec: home.empty.member
    expect(member.part("section", "No Trending Projects Yet").href("Submit Your Project")).toBe("/submit");
  });

  it("asks for as much as it shows", async () => {
    const { homeInput } = await import("../../features/home/queries");
    // spec: const.home.vibers, const.home.featured, const.home.trending, const.home.newest, const.home.news, const.home.stories
    expect(Object.values(homeInput).map(({ pageSize }) => pageSize)).toEqual([12, 3, 4, 2, 5, 30, 4, 3]);
  });

  // spec: time.days
  it("writes the age of a story as a number of days", async () => {
    const screen = await renderScreen("/", board({ projects: [kiln], posts: [{ ...post, createdAt: ago(50) }] }));
    expect(screen.part("section", "All stories").text).toContain("2d ago");
  });
});
