import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import type { LeaderboardEntrySchema } from "../../gen/uvboard/v1/leaderboard_pb";
import { LeaderboardService } from "../../gen/uvboard/v1/leaderboard_service_pb";
import { dateOf } from "../../lib/text/period";
import { bare, board, kiln } from "./board";
import { renderScreen } from "./render";

const today = `/top/${dateOf(new Date()).replaceAll("-", "/")}`;

const top = (path: string, entries: MessageInitShape<typeof LeaderboardEntrySchema>[]) =>
  renderScreen(path, (router: ConnectRouter) => {
    board({ projects: [kiln, bare] })(router);
    router.service(LeaderboardService, { listLeaderboard: () => ({ entries }) });
  });

const entry = (n: number, votes: number) => ({
  rank: n,
  votes,
  project: { ...kiln, id: `p${n}`, title: `Project ${n}`, feedbackCount: n - 1 },
});

describe("Top", () => {
  it("shows the votes, the maker and the answers of a project, and pictures of the first three", async () => {
    const screen = await top(
      "/top/2026/01/14",
      [1, 2, 3, 4].map((n) => entry(n, 50 - 10 * n)),
    );
    expect(screen.text).toContain("14 January 2026\n");
    const second = screen.part("li", "Project 2");
    expect(second.text).toContain("30 upvotes");
    expect(second.href("@kilnfire")).toBe("/profile/kilnfire");
    expect(second.href("1 answer")).toBe("/projects/p2#feedback");
    expect(second.count('aria-label="Upvote"')).toBe(1);
    expect(screen.part("li", "Project 1").links.map(({ name }) => name)).not.toContain("0 answers");
    expect([1, 2, 3, 4].map((n) => screen.part("li", `Project ${n}`).count("Screenshot of"))).toEqual([1, 1, 1, 0]);
    expect(screen.html).not.toContain("Waiting for Votes");
  });

  it("leads to the days around one", async () => {
    const { links } = (await top("/top/2026/01/14", [entry(1, 5)])).part("nav", "14 Jan");
    expect(links.map(({ name }) => name)).toContain("13 January 2026");
    expect(links.find(({ name }) => name === "15 January 2026")?.href).toBe("/top/2026/01/15");
  });

  it("shows a single vote as a short bar, and below it what waits for votes", async () => {
    const screen = await top(today, [entry(1, 1)]);
    expect(screen.html).toContain("--length:10.0%");
    const waiting = screen.part("section", "Waiting for Votes");
    expect([waiting.text.includes("Kiln log"), waiting.text.includes("Bare clay")]).toEqual([true, true]);
  });

  it("leads from a past day with one vote to its week", async () => {
    const screen = await top("/top/2026/01/14", [entry(1, 1)]);
    expect(screen.href("Top projects of week 3 of 2026")).toBe("/top/2026/w03");
    expect(screen.html).not.toContain("Waiting for Votes");
  });

  it("says that nobody voted", async () => {
    const screen = await top("/top/2026/01/14", []);
    expect(screen.text).toContain("Nobody voted on 14 January 2026.");
    expect(screen.href("Top projects of week 3 of 2026")).toBe("/top/2026/w03");
    expect((await top("/top", [])).text).toContain("No votes yet");
  });
});
