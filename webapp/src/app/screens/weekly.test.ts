import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { type WeeklyIssueSchema, WeeklyItemType } from "../../gen/uvboard/v1/weekly_pb";
import { WeeklyService } from "../../gen/uvboard/v1/weekly_service_pb";
import { board } from "./board";
import { renderScreen } from "./render";

const issue: MessageInitShape<typeof WeeklyIssueSchema> = {
  number: 2,
  title: "Kilns and clay",
  introductionHtml: "<p>It was <strong>hot</strong>.</p>",
  previous: 1,
  next: 3,
  items: [
    {
      type: WeeklyItemType.PROJECT,
      id: "p1",
      title: "Kiln",
      note: "It stays warm.",
      excerpt: "Watches the kiln at night",
      url: "https://board.example/projects/p1",
      image: "/uploads/kiln-1280.webp",
      author: { username: "kira", displayName: "Kira" },
      isAvailable: true,
    },
    {
      type: WeeklyItemType.FORUM_THREAD,
      id: "t1",
      title: "How hot?",
      url: "https://board.example/forum/thread/t1",
      isAvailable: true,
    },
  ],
};

const screen = (path: string, issues: MessageInitShape<typeof WeeklyIssueSchema>[] = []) =>
  renderScreen(path, (router: ConnectRouter) => {
    board({})(router);
    router.service(WeeklyService, {
      listWeeklyIssues: () => ({
        issues: issues.map(({ number, title }) => ({ number, title, headlines: ["Kiln", "How hot?"] })),
      }),
      getWeeklyIssue: ({ number }) => {
        const found = issues.find((each) => String(each.number) === number);
        if (!found) throw new ConnectError("There is no such issue", Code.NotFound);
        return { issue: found };
      },
    });
  });

describe("Weekly", () => {
  it("lists the issues with what they are about", async () => {
    const list = await screen("/weekly", [issue]);
    expect(list.part("li", "Kilns and clay").text).toContain("Kiln, How hot?");
    expect(list.href("Kilns and clay")).toBe("/weekly/2");
    expect((await screen("/weekly")).text).toContain("No issues yet");
  });

  it("shows an issue with its items, notes and neighbours", async () => {
    const page = await screen("/weekly/2", [issue]);
    expect(page.text).toContain("It stays warm.");
    expect(page.text).toContain("PROJECT");
    expect(page.href("Kiln")).toBe("/projects/p1");
    expect(page.href("How hot?")).toBe("/forum/thread/t1");
    expect(page.href("Kira")).toBe("/profile/kira");
    expect(page.href("Issue 1")).toBe("/weekly/1");
    expect(page.href("Issue 3")).toBe("/weekly/3");
    expect((await screen("/weekly/9")).text).toContain("Issue Not Found");
  });
});
