import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { AdminService } from "../../gen/uvboard/v1/admin_service_pb";
import { AnalyticsService } from "../../gen/uvboard/v1/analytics_service_pb";
import { ModerationService } from "../../gen/uvboard/v1/moderation_service_pb";
import { Category, Stage } from "../../gen/uvboard/v1/project_pb";
import { Role } from "../../gen/uvboard/v1/user_pb";
import { board, maker, notFound } from "./board";
import { renderScreen } from "./render";

const createdAt = timestampFromMs(Date.parse("2026-03-04T10:00:00Z"));
const user = { ...maker, isAdmin: true, role: Role.ADMIN };

const services =
  ({ analytics = true } = {}) =>
  (router: ConnectRouter) => {
    board({ user })(router);
    router.service(AdminService, {
      getOverview: () => ({
        overview: {
          setup: [
            { id: "mail", detail: "There is no mail server: mails stay in the mail queue. Set UVBOARD_SMTP_URL." },
            { id: "channels", detail: "0 channels." },
            { id: "feeds", detail: "Not fetched yet." },
            { id: "vibekit", done: true, detail: "VibeKit generates briefs and logo ideas." },
            {
              id: "donations",
              detail: "Donations are off. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.",
            },
            { id: "first_project", done: true, detail: "3 public projects." },
            { id: "first_feature", detail: "No project has been featured yet." },
            { id: "invite", detail: "1 member." },
          ],
          waiting: { cases: 2, messages: 1, mailFailed: 1204 },
          storage: { databaseBytes: 3_449_000, uploadBytes: 120_400_000, uploads: 12 },
          week: [
            { id: "users", count: 5, before: 2 },
            { id: "votes", count: 2, before: 9 },
          ],
          answers: { days: 30, shown: 40, answeredWithin48h: 31, share: 0.8, medianHours: 5, unanswered: 9 },
        },
      }),
      listAdminUsers: () => ({
        users: [
          { ...user, email: "kiln@mail.example", createdAt },
          {
            id: "reader",
            username: "reader",
            email: "reader@mail.example",
            role: Role.MODERATOR,
            createdAt,
            projectCount: 3,
          },
        ],
      }),
      listAdminProjects: () => ({
        projects: [
          {
            id: "kiln",
            title: "Kiln log",
            ownerUsername: "kilnfire",
            primaryCategory: Category.GAMES,
            stage: Stage.BETA,
            upvotes: 12,
            isPublic: true,
            createdAt,
          },
        ],
      }),
      listAdminBlogPosts: () => ({
        blogPosts: [
          { id: "post", title: "A winter", authorUsername: "kilnfire", tags: ["a", "b", "c", "d"], createdAt },
          { id: "shown", title: "A spring", authorUsername: "kilnfire", isPublished: true, createdAt },
        ],
      }),
      listAdminForumChannels: () => ({
        channels: [{ id: "channel", name: "Kiln talk", description: "All about firing", threadCount: 4, createdAt }],
      }),
      listJobs: () => ({
        jobs: [
          { name: "fetch news", isRunning: true, lastRunAt: createdAt, nextRunAt: createdAt },
          {
            name: "send mail",
            lastRunAt: createdAt,
            error: "dial tcp: connection refused",
            failures: 3,
            waitingTasks: 1,
            failedTasks: 2,
          },
          { name: "end features" },
        ],
      }),
      getAdminStats: () => ({
        stats: {
          totalUsers: 3,
          totalProjects: 1,
          totalForumThreads: 4,
          totalForumPosts: 15,
          totalBlogPosts: 5,
          totalVotes: 6,
          isHealthy: false,
          checks: [
            { name: "Database", isOk: true, detail: "Reachable." },
            { name: "Mail", isOk: false, detail: "2 mails given up." },
          ],
        },
      }),
    });
    router.service(AnalyticsService, {
      getAnalytics: () => (analytics ? { uniqueVisitors: 3, totalVisits: 10, avgDuration: 90 } : notFound()),
    });
  };

describe("the dashboard", () => {
  it("opens with what is left to set up and what waits", async () => {
    const main = (await renderScreen("/admin", services())).part("main", "Admin Dashboard");
    expect(main.text).toContain("2 of 8 done");
    expect(main.html.match(/aria-label="(Done|Not done)"/g)?.map((label) => label.includes('"Done"'))).toEqual([
      false,
      false,
      false,
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(main.text).toContain("Set UVBOARD_SMTP_URL.");
    expect(main.text).toContain("Set STRIPE_SECRET_KEY");
    const [sections = "", overview = ""] = main.html.split("</nav>");
    const links = [...overview.matchAll(/<a [^>]*href="(\/admin\?tab=(?:moderation|contact|mail|news)[^"]*)"/g)].map(
      ([, href]) => href,
    );
    expect(links).toEqual([
      "/admin?tab=news",
      "/admin?tab=moderation",
      "/admin?tab=contact",
      "/admin?tab=mail&amp;show=failed",
    ]);
    const counts = [
      ...sections.matchAll(/<a [^>]*href="\/admin\?tab=(\w+)"[^>]*>[^<]*<span[^>]*>([\d,]+)<\/span><\/a>/g),
    ].map(([, id, n]) => [id, n]);
    expect(counts).toEqual([
      ["moderation", "2"],
      ["contact", "1"],
      ["mail", "1,204"],
    ]);
    for (const words of ["3.4 MB", "120 MB", "12 uploads", "+3", "\u22127"]) expect(main.text).toContain(words);
    expect(main.part("section", "Of 40 projects").text).toBe(
      "Answers\nOf 40 projects shown in the last 30 days, 31 got an answer within 48 hours. Half of the first answers came within 5 hours. 9 still have none after 48 hours. What waits now",
    );
    expect(main.href("What waits now")).toBe("/feedback");
  });

  it("lists users", async () => {
    const main = (await renderScreen("/admin?tab=users", services())).part("main", "Admin Dashboard");
    const tabs = [...main.html.matchAll(/href="\/admin\?tab=(\w+)"/g)].map(([, id]) => id);
    // spec: admin.tabs, route.admin
    expect(tabs).toEqual(expect.arrayContaining(["users", "projects", "forum", "blog", "stats"]));
    // spec: admin.users, role.admin.users
    expect([main.href("kilnfire"), main.href("reader")]).toEqual(["/profile/kilnfire", "/profile/reader"]);
    // spec: admin.users.delete_self, admin.users.grant_self
    expect(main.html.match(/aria-label="Acts for [^"]*"/g)).toEqual(['aria-label="Acts for reader"']);
    // spec: admin.dates
    expect(main.text).toContain("Mar 4, 2026");
  });

  it("shows a moderator the queue and the members", async () => {
    const moderator = (router: ConnectRouter) => {
      services()(router);
      board({ user: { ...maker, role: Role.MODERATOR } })(router);
      router.service(AdminService, {
        listAdminUsers: () => ({
          users: [
            { ...maker, role: Role.MODERATOR, createdAt },
            { id: "reader", username: "reader", role: Role.MEMBER, createdAt },
            { id: "root", username: "root", role: Role.ADMIN, isAdmin: true, createdAt },
          ],
        }),
      });
      router.service(ModerationService, { listReportCases: () => ({ cases: [] }) });
    };
    const main = (await renderScreen("/admin?tab=users", moderator)).part("main", "Moderation");
    expect([...main.html.matchAll(/href="\/admin\?tab=(\w+)"/g)].map(([, id]) => id)).toEqual(["moderation", "users"]);
    expect(main.html.match(/aria-label="Acts for [^"]*"/g)).toEqual(['aria-label="Acts for reader"']);
    expect(main.html).not.toContain('type="checkbox"');
    const settings = (await renderScreen("/admin?tab=settings", moderator)).part("main", "Moderation");
    expect(settings.text).toContain("Nothing to review");
  });

  it("lists projects", async () => {
    const main = (await renderScreen("/admin?tab=projects", services())).part("main", "Admin Dashboard");
    // spec: admin.projects
    expect(main.href("Kiln log")).toBe("/projects/kiln");
    // spec: admin.projects.delete
    expect(main.html).toContain('aria-label="Acts for Kiln log"');
  });

  it("lists channels", async () => {
    const main = (await renderScreen("/admin?tab=forum", services())).part("main", "Admin Dashboard");
    // spec: admin.forum
    expect(main.text).toContain("Kiln talk");
    expect(main.text).toContain("All about firing");
    // spec: admin.forum.delete
    expect(main.html).toContain('aria-label="Acts for Kiln talk"');
  });

  it("lists stories", async () => {
    const main = (await renderScreen("/admin?tab=blog", services())).part("main", "Admin Dashboard");
    // spec: admin.blog
    expect([main.href("A winter"), main.href("A spring")]).toEqual(["/blog/post", "/blog/shown"]);
    // spec: admin.blog.delete
    expect(main.html).toContain('aria-label="Acts for A winter"');
    const row = (title: string) => main.html.split("<tr").find((html) => html.includes(title)) ?? "";
    // spec: admin.blog.draft
    expect([row("A winter").includes(">Draft<"), row("A spring").includes(">Draft<")]).toEqual([true, false]);
    // spec: admin.blog.tags
    expect([...row("A winter").matchAll(/Badge-label">(\w)</g)].map(([, tag]) => tag)).toEqual(["a", "b", "c"]);
  });

  it("lists background jobs", async () => {
    const { html } = (await renderScreen("/admin?tab=jobs", services())).part("main", "Admin Dashboard");
    const cells = html
      .split("<tr")
      .slice(2)
      .map((row) =>
        row
          .split("<td")
          .slice(1)
          .map((cell) =>
            `<td${cell}`
              .replace(/<[^>]*>/g, " ")
              .replace(/\s+/g, " ")
              .trim(),
          ),
      );
    expect(cells).toEqual([
      ["Fetch news", "Running", "Mar 4, 2026, 10:00 UTC", "Mar 4, 2026, 10:00 UTC", "Run now"],
      [
        "Send mail dial tcp: connection refused",
        "Failed 3 times in a row. 1 task waiting, 2 tasks given up",
        "Mar 4, 2026, 10:00 UTC",
        "When there is work",
        "Run now",
      ],
      ["End features", "Idle", "Never", "When there is work", "Run now"],
    ]);
    expect(html.match(/aria-label="Run now: [^"]*"/g)).toEqual(
      ["fetch news", "send mail", "end features"].map((name) => `aria-label="Run now: ${name}"`),
    );
  });

  it("shows stats and analytics", async () => {
    const { text, html } = (await renderScreen("/admin?tab=stats", services())).part("main", "Admin Dashboard");
    // spec: admin.stats
    for (const [name, value] of [
      ["Users", "3"],
      ["Projects", "1"],
      ["Forum Threads", "4"],
      ["Forum Posts", "15"],
      ["Blog Posts", "5"],
      ["Votes", "6"],
      // spec: admin.stats.per_user
      ["Projects per user", "0.33"],
      // spec: admin.stats.per_thread
      ["Posts per thread", "3.8"],
      ["Unique visitors", "3"],
      ["Total visits", "10"],
      // spec: admin.stats.per_visitor
      ["Visits per visitor", "3.3"],
      // spec: admin.stats.duration
      ["Average duration", "1.5m"],
    ] as const) {
      expect(text).toMatch(new RegExp(`\\n${name}\\n${value}\\n`));
    }
    const radios = [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([input]) => input);
    // spec: admin.stats.timeframe, const2.timeframes
    expect(radios.map((input) => /value="(\w+)"/.exec(input)?.[1])).toEqual(["hour", "24hours", "7days", "30days"]);
    expect(radios.filter((input) => input.includes("checked"))).toEqual([expect.stringContaining('value="24hours"')]);
    // spec: admin.stats.health
    expect(text).toContain("Mail: 2 mails given up.");
  });

  it("says when there are no analytics", async () => {
    const screen = await renderScreen("/admin?tab=stats", services({ analytics: false }));
    // spec: error2.analytics
    expect(screen.text).toContain("Failed to fetch analytics");
  });
});
