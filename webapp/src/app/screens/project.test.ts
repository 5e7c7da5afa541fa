import { describe, expect, it } from "vitest";
import { LeaderboardPeriod } from "../../gen/uvboard/v1/leaderboard_pb";
import { LeaderboardService } from "../../gen/uvboard/v1/leaderboard_service_pb";
import { Category, Monetization, Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { bare, board, kiln, maker, reader, thread } from "./board";
import { renderScreen, type Screen } from "./render";

const many = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i));
const others = many(8, (i) => ({ ...bare, id: `p${i}`, title: `Project ${i}` }));
const threads = many(7, (i) => ({ ...thread, id: `t${i}`, title: `Thread ${i}` }));

describe("a project", async () => {
  const page = await renderScreen("/projects/kiln", board({ projects: [kiln, ...others], threads, user: reader }));
  const main = page.part("main", "Kiln log");

  it("leads back", () => {
    // spec: project.back
    expect(page.href("Back to Projects")).toBe("/");
  });

  it("has a header with badges", () => {
    const header = main.part("header", "Kiln log");
    // spec: project.header
    expect(header.html).toContain('src="https://art.example/logo.png"');
    expect(header.text).toMatch(/^Kiln log\nKeeps the firing curve of a kiln\n/);
    // spec: project.badges, project.badges.tools, const.project.tools
    expect(header.text).toContain("\nAI Agents\nBeta\nFreemium\nCursorClaudeReactPython\n+2 more\n");
    expect(header.href("AI Agents")).toBe("/search?category=ai_agents");
    expect(header.href("Cursor")).toBe("/tools/cursor");
  });

  it("links to its sites in new tabs", () => {
    const header = main.part("header", "Kiln log");
    const names = ["Open Demo", "View Repo", "Join Discord", "Follow on X", "Visit Website"];
    // spec: project.links.names, project.links.tab
    expect(header.links.filter(({ newTab }) => newTab)).toEqual(
      ["demo", "repo", "discord", "x", "site"].map((site, i) => ({
        name: names[i],
        href: `https://${site}.example/`,
        newTab: true,
      })),
    );
    const links = main.part("section", "Source Code");
    // spec: project.links.list
    expect(links.links.map(({ name, href }) => `${name} ${href}`)).toEqual([
      "Live Demo https://demo.example/",
      "Source Code https://repo.example/",
      "Documentation https://docs.example/",
    ]);
  });

  it("has a side card", () => {
    const side = main.part("aside", "Created");
    // spec: project.side.created
    expect(side.text).toMatch(/Created\n\d{1,2} [A-Z][a-z]{2} \d{4}\n/);
    // spec: project.side.launch
    expect(side.text).toContain("Launched\n5 Apr 2026\n");
    // spec: project.side.owner
    expect(side.text).toMatch(/\nby\n@kilnfire$/);
    expect(side.href("@kilnfire")).toBe("/profile/kilnfire");
    // spec: project.side.vote, vote.default, vote.default.count
    expect(side.html).toMatch(/aria-label="Upvote, 12 upvotes"[^>]*>.*?>12<.*aria-label="Downvote, 5 downvotes"/s);
    // spec: project.side.edit_hidden
    expect(side.text).not.toContain("Edit Project");
  });

  it("has its sections", () => {
    const gallery = main.part("section", "1 / 3");
    // spec: project.gallery.counter, project.gallery.thumbs
    expect(gallery.html).toMatch(/aria-label="Screenshot 1".*aria-label="Screenshot 2"/s);
    const impact = main.part("section", "Firings fail.");
    // spec: project.impact.texts, project.impact.numbers
    expect(impact.text).toBe("Impact\nProblem\nFirings fail.\nSolution\nLog them.\nusers\n120\nrevenue\n$86");
    const wishes = main.part("section", "What I'm Looking For");
    // spec: project.lookingfor
    expect(wishes.text).toBe("What I'm Looking For\nFeedback\nBeta Testers\nContact Maker");
    // spec: project.lookingfor.contact
    expect(wishes.href("Contact Maker")).toBe("/profile/kilnfire");
    // spec: project.about
    expect(main.part("section", "About This Project").text).toBe(
      "About This Project\nA log for small kilns.\n#clay#fire#smoke#ash",
    );
    // spec: project.builtwith
    expect(main.part("section", "Built With").text).toBe("Built With\nCursorClaudeReactPythonFigmaNode.js");
    expect(main.part("section", "Built With").href("Node.js")).toBe("/tools/nodejs");
    expect(main.part("section", "About This Project").href("#clay")).toBe("/tags/clay");
    const discussion = main.part("section", "Join the Discussion");
    // spec: project.discussion
    expect(discussion.href("View Forum Channel")).toBe("/forum?project=kiln");
  });

  it("names its team, related projects and discussions", () => {
    const team = main.part("section", "Team");
    // spec: project.team
    expect(team.text).toBe("Team\nK\n@kilnfire\nKiln Fire · Owner");
    expect(team.links[0]?.href).toBe("/profile/kilnfire");
    const related = main.part("section", "Related Projects");
    // spec: project.related, const.project.related
    expect(related.links.map(({ href }) => href)).toEqual(many(6, (i) => `/projects/p${i}`));
    const discussions = main.part("section", "Discussions");
    // spec: project.discussions, const.project.discussions
    expect(discussions.links.map(({ href }) => href)).toEqual(many(5, (i) => `/forum/thread/t${i}`));
  });

  it("shows only the sections that have data", async () => {
    const screen = await renderScreen(
      "/projects/bare",
      board({ projects: [{ ...bare, author: maker } as typeof bare] }),
    );
    const text = screen.part("main", "Bare clay").text;
    // spec: project.sections.absent
    for (const heading of [
      "Gallery",
      "Impact",
      "Looking For",
      "Built With",
      "Related Projects",
      "Discussions",
      "Links",
    ]) {
      expect(text).not.toContain(heading);
    }
    expect(screen.html).not.toContain('aria-label="Gallery"');
    // spec: project.links.absent
    expect(screen.part("header", "Bare clay").links.some(({ newTab }) => newTab)).toBe(false);
    expect(text).not.toContain("Launched");
  });

  it("shows Edit Project to its owner", async () => {
    const screen = await renderScreen("/projects/kiln", board({ projects: [kiln], user: maker }));
    // spec: project.side.edit
    expect(screen.part("aside", "Created").href("Edit Project")).toBe("/submit-project?edit=kiln");
  });
});

it("a project names its best award with its period, and how many others there are", async () => {
  const awards = [
    { period: LeaderboardPeriod.MONTH, start: "2026-01-01", rank: 1, url: "/top/2026/01" },
    { period: LeaderboardPeriod.DAY, start: "2026-01-14", rank: 1, url: "/top/2026/01/14" },
    { period: LeaderboardPeriod.WEEK, start: "2026-01-12", rank: 2, url: "/top/2026/w03" },
  ];
  const header = async (count: number) => {
    const screen = await renderScreen("/projects/bare", (router) => {
      board({ projects: [bare] })(router);
      router.service(LeaderboardService, { listProjectAwards: () => ({ awards: awards.slice(0, count) }) });
    });
    return screen.part("header", "Bare clay");
  };
  const all = await header(3);
  expect(all.href("#1 · Jan 2026")).toBe("/top/2026/01");
  expect(all.text).toContain("\n#1 · Jan 2026\n+2\n");
  expect((await header(1)).text).toContain("\n#1 · Jan 2026\nIdea");
  expect((await header(0)).text).not.toContain("#1");
});

it("a project's main button is its demo, else its website, and none once it is archived", async () => {
  const filled = async (project: object) => {
    const screen = await renderScreen("/projects/bare", board({ projects: [{ ...bare, ...project }] }));
    return screen.part("header", "Bare clay").html.match(/data-variant="filled"[^>]*href="([^"]*)"/)?.[1];
  };
  const links = { demo: "https://demo.example/", website: "https://site.example/" };
  expect(await filled({ links })).toBe("https://demo.example/");
  expect(await filled({ links: { website: links.website } })).toBe("https://site.example/");
  expect(await filled({ links, stage: Stage.ARCHIVED })).toBeUndefined();
});

describe("Explore", () => {
  const options = (screen: Screen, label: string) => {
    const from = screen.html.slice(screen.html.indexOf(`>${label}</label>`));
    const select = from.slice(from.indexOf("<select"), from.indexOf("</select>"));
    return [...select.matchAll(/<option value="(\w*)"/g)].map(([, value]) => value);
  };
  const projects = [kiln, bare];

  it("offers its filters", async () => {
    const screen = await renderScreen("/search?stage=beta", board({ projects }));
    // The select has the numbers or names of the values; the order is the product's.
    // spec: explore.panel, const.explore.stages
    expect(options(screen, "Stage")).toEqual(["", ..."idea mvp beta launched archived".split(" ")]);
    // spec: const.explore.categories
    expect(options(screen, "Category")).toEqual([
      "",
      ..."productivity utilities ai_agents developer_tools education entertainment finance health_fitness social games music_audio photo_video travel news business lifestyle food_drink sports weather reference other".split(
        " ",
      ),
    ]);
    // spec: const.explore.tools
    expect(options(screen, "Tool")).toEqual([
      "",
      ..."replit vercel_v0 cursor openai claude github_copilot midjourney dall_e stable_diffusion figma framer webflow bubble supabase firebase nextjs react vue svelte tailwind typescript python nodejs other".split(
        " ",
      ),
    ]);
    // spec: const.explore.sorts
    expect(options(screen, "Sort")).toEqual("newest oldest trending alphabetical".split(" "));
    // spec: explore.clear, explore.filtered, explore.found
    expect(screen.text).toMatch(/\nClear Filters\n.*\n2 projects found\nFiltered\n/s);
    // spec: explore.trending.hidden
    expect(screen.text).not.toContain("Trending Searches");
  });

  it("begins with everything", async () => {
    const screen = await renderScreen("/search", board({ projects: [kiln] }));
    // spec: explore.title, explore.search, explore.quick
    expect(screen.part("main", "Explore").text).toMatch(
      /^Explore\nSearch\nFilters\nLaunched\nMVP\nAI Agents\nTrending/,
    );
    // spec: explore.trending
    expect(screen.text).toContain("Trending Searches\nAI\nReact\nNext.js\nPython\nMobile\nWeb3\nGame\nTool\n");
    const searched = await renderScreen("/search", board({ projects: [kiln], searches: ["glaze", "react"] }));
    expect(searched.text).toContain("Trending Searches\nglaze\nreact\nAI\nNext.js\nPython\nMobile\nWeb3\nGame\n");
    // spec: explore.found, explore.default.view
    expect(screen.text).toContain("\n1 project found\n");
    expect(screen.count("<article")).toBe(1);
    expect(screen.text).not.toContain("Filtered");
    expect(screen.text).not.toContain("Clear Filters");
  });

  it("lists projects in rows", async () => {
    const screen = await renderScreen("/search?sort=trending&view=list", board({ projects }));
    const row = screen.part("li", "Kiln log");
    // spec: card.list.rank
    expect(row.text).toMatch(/^1\n/);
    // spec: card.list.title
    expect(row.href("Kiln log")).toBe("/projects/kiln");
    // spec: card.list.author
    expect(row.text).toContain("Kiln logby @kilnfire\n");
    // spec: card.list.comments
    expect(row.href("7 comments")).toBe("/forum?project=kiln");
    // spec: card.list.votes
    expect(row.html).toMatch(/aria-label="Upvote".*Net score.*>7<.*aria-label="Downvote"/s);
    const unranked = await renderScreen("/search?view=list", board({ projects }));
    expect(unranked.part("li", "Kiln log").text).toMatch(/^Kiln log/);
  });

  it("shows six skeletons while loading", async () => {
    const screen = await renderScreen("/search", board(), { loading: true });
    // spec: explore.searching
    expect(screen.text).toContain("Searching...");
    // spec: explore.skeletons, const.explore.skeletons, const2.skeletons
    expect(screen.part("main", "Searching").count('aria-hidden="true"><div class="_image')).toBe(6);
  });

  it("says what to do when nothing is found", async () => {
    const filtered = await renderScreen("/search?category=games", board());
    // spec: explore.empty, explore.empty.filters, explore.empty.clear
    expect(filtered.text).toContain(
      "\nNo projects found matching your search\nTry different keywords or filters\nClear Filters\n",
    );
    const empty = await renderScreen("/search", board());
    // spec: explore.empty.first, explore.empty.submit
    expect(empty.text).toContain(
      "\nNo projects yet\nBe the first to share a project with the community!\nSubmit First Project\n",
    );
    expect(empty.href("Submit First Project")).toBe("/submit");
  });
});

describe("the values of a project", () => {
  const names = (values: Record<string, string | number>) =>
    Object.keys(values)
      .filter((name) => Number.isNaN(Number(name)) && name !== "UNSPECIFIED")
      .map((name) => name.toLowerCase())
      .join(" ");
  it("are those of the specification", async () => {
    const { stageHints } = await import("../../lib/text/choices");
    const { LookingFor } = await import("../../gen/uvboard/v1/project_pb");
    // spec: enum.stage
    expect(names(Stage)).toBe("idea mvp beta launched archived");
    expect(Object.values(stageHints)).toEqual([
      "Just a concept",
      "Core features working",
      "Testing with users",
      "Live",
      "No longer maintained",
    ]);
    // spec: enum.category
    expect(names(Category).split(" ").sort()).toEqual(
      "productivity utilities ai_agents developer_tools education health_fitness finance social entertainment music_audio photo_video games travel food_drink news sports lifestyle business weather reference other"
        .split(" ")
        .sort(),
    );
    // spec: enum.monetization
    expect(names(Monetization)).toBe(
      "free freemium one_time subscription ads marketplace crowdfunded open_source other",
    );
    // spec: enum.lookingfor
    expect(names(LookingFor)).toBe("feedback users collaborators funding mentorship beta_testers");
    // spec: enum.tools
    expect(names(VibeTool)).toBe(
      "replit vercel_v0 cursor openai claude github_copilot midjourney dall_e stable_diffusion figma framer webflow bubble supabase firebase nextjs react vue svelte tailwind typescript python nodejs other",
    );
  });
});

describe("a profile", () => {
  it("shows its user", async () => {
    const screen = await renderScreen("/profile/kilnfire", board({ projects: [kiln, bare] }));
    const main = screen.part("main", "Kiln Fire");
    // spec: profile.avatar, profile.name, profile.tag, profile.joined, profile.reputation, profile.location, profile.bio
    expect(main.text).toMatch(/^K\nKiln Fire\n@kilnfire\nJoined 2 Jan 2026\n?45 reputation\n?Kyoto\nFires clay\.\n/);
    // spec: profile.links, profile.website
    expect(main.links.slice(0, 4).map(({ name, href }) => `${name} ${href}`)).toEqual([
      "GitHub https://github.com/kiln",
      "Twitter https://x.com/kilnfire",
      "LinkedIn https://www.linkedin.com/in/kiln-fire",
      "Website https://kiln.example/",
    ]);
    // spec: profile.stats
    expect(main.text).toContain("\n2Projects\n3Forum Posts\n4Comments\n5Votes Given\n6Votes Received\n45Reputation\n");
    // spec: profile.projects
    expect(main.text).toMatch(/\nProjects 2\nStories\nCollections\nActivity\nAbout\n/);
    expect(main.count("<article")).toBe(2);
    // spec: profile.edit.owner
    expect(main.text).not.toContain("Edit Profile");
    expect(main.text).not.toContain("New Project");
    // spec: profile.projects.empty
    expect((await renderScreen("/profile/reader", board())).text).toContain("\nNo projects yet.\n");
  });

  it("lets its owner change it", async () => {
    const screen = await renderScreen("/profile/kilnfire", board({ projects: [kiln], user: maker }));
    expect(screen.text).toContain("\nEdit Profile\n");
    // spec: profile.projects.new
    expect(screen.part("main", "Kiln").href("New Project")).toBe("/submit");
    const card = screen.part("article", "Kiln log");
    // spec: profile.projects.visibility
    expect(card.html).toContain('aria-label="Kiln log is public"');
    // spec: profile.projects.edit
    expect(card.href("Edit Kiln log")).toBe("/submit?edit=kiln");
    expect(card.html).toContain('aria-label="Delete Kiln log"');
    // spec: profile.upload
    expect(screen.html).toContain('aria-label="Upload profile picture"');
    const empty = await renderScreen("/profile/kilnfire", board({ user: maker }));
    // spec: profile.projects.empty_owner
    expect(empty.text).toContain("You haven't created any projects yet.\nCreate Your First Project");
  });

  it("tells about its user", async () => {
    const about = await renderScreen("/profile/kilnfire?tab=about", board());
    // spec: profile.about
    expect(about.text).toContain(
      "\nBio\nFires clay.\nSkills & Tech Stack\nCursor\nclay\nLocation\nKyoto\nMember Since\n2 Jan 2026\n",
    );
    expect(about.href("Cursor")).toBe("/tools/cursor");
    // spec: profile.about.empty
    expect((await renderScreen("/profile/reader?tab=about", board())).text).toContain(
      "\nNo additional information available\n",
    );
    // spec: profile.about.empty_owner
    expect((await renderScreen("/profile/reader?tab=about", board({ user: reader }))).text).toContain(
      "\nAdd more information about yourself\n",
    );
  });

  it("has a skeleton while it loads", async () => {
    const screen = await renderScreen("/profile/kilnfire", board(), { loading: true });
    // spec: profile.loading
    expect(screen.part("main", "Loading").html).toContain("Skeleton-root");
  });

  it("says that nothing has happened", async () => {
    const screen = await renderScreen("/profile/reader?tab=activity", board());
    // spec: profile.activity, profile.activity.empty
    expect(screen.text).toMatch(/Recent Activity.*No recent activity/s);
    // spec: profile.activity.filtered
    expect((await renderScreen("/profile/reader?tab=activity&filter=comments", board())).text).toMatch(
      /Filtered by Comments.*Clear Filter/s,
    );
  });
});

it.each([
  // spec: project.missing.back
  ["/projects/nothing", "Project Not Found"],
  // spec: profile.missing.back
  ["/profile/nobody_at_all", "User Not Found"],
])("what is missing at %s leads home", async (path, heading) => {
  expect((await renderScreen(path, board())).part("main", heading).href("Back to Home")).toBe("/");
});
