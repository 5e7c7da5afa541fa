// @vitest-environment jsdom
import { waitFor } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { board, kiln, reader, thread } from "./board";
import { openScreen } from "./open";

describe("the calls of a screen", () => {
  const projects = [{ ...kiln, author: undefined }];

  it("ask nobody for the author of a card", async () => {
    const page = await openScreen("/search", "Explore", board({ projects }));
    await waitFor(() => expect(document.body.textContent).toContain("@unknown"));
    // spec: call.users.owner
    expect(page.sent.filter((name) => name.startsWith("GetUser"))).toEqual([]);
  });

  it.each([
    ["a guest", undefined, projects, 0],
    ["a member", reader, projects, 1],
    ["an empty page", reader, [], 0],
  ] as const)("for votes, of %s", async (_of, user, projects, calls) => {
    const page = await openScreen("/search", "Explore", board({ user, projects: [...projects] }));
    await waitFor(() => expect(document.body.textContent).toMatch(/\d projects? found/));
    await waitFor(() => expect(page.sent).toContain("GetSession"));
    // spec: call.votes.ids
    await waitFor(() => expect(page.sent.filter((name) => name === "BatchGetVoteSummaries")).toHaveLength(calls));
  });

  it("read the threads of the selected channel", async () => {
    const page = await openScreen("/forum/channel", "Discuss", board({ threads: [thread] }));
    await waitFor(() => expect(document.body.textContent).toContain(String(thread.title)));
    // spec: forum.threads.selected
    expect(page.sent.filter((name) => name === "ListThreads")).toHaveLength(1);
  });
});
