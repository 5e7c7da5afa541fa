// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { board, kiln, post, thread } from "./board";
import { openScreen } from "./open";

const discuss = "Join the UV Board community to participate in discussions!";
const [reply, item] = [/^More about the reply/, "Report"];
const more = "More about this project";

describe("a guest is asked to log in", () => {
  it.each([
    // spec: login.dialog.text
    ["/projects/kiln", [/^Upvote, /], "vote on projects. Join the community to support your favorite creators!"],
    ["/projects/kiln", [/^Downvote, /], "vote on projects."],
    ["/projects/kiln", [more, item], "report a project."],
    ["/projects/kiln", [more, "Add to Collection"], "add a project to a collection."],
    ["/profile/kilnfire", ["Report"], "report a profile."],
    ["/blog/post", [/^Like, /], ""],
    ["/blog/post", ["Save"], "save something for later."],
    // spec: forum.dialog, product.login.forum, role.guest.thread, forum.guest.create
    ["/forum/channel", ["New Thread"], `create a thread. ${discuss}`],
    // spec: forum.guest.create
    ["/forum/channel", ["Create channel"], `create a channel. ${discuss}`],
    // spec: forum.query.create_guest
    ["/forum?createChannel=true&projectId=kiln&projectTitle=Kiln", [], "create a channel for this project."],
    ["/forum/thread/thread", [reply, item], "report a reply."],
    ["/forum/thread/thread", ["Upvote"], "vote on threads."],
  ] as const)("at %s by %s", async (path, clicks, text) => {
    const page = await openScreen(path, /./, board({ projects: [kiln], posts: [post], threads: [thread] }));
    for (const name of clicks) {
      const role = name === clicks[1] ? "menuitem" : "button";
      await page.user.click((await screen.findAllByRole(role, { name }))[0] as HTMLElement);
    }
    const asking = within(await screen.findByRole("dialog", { name: "Login Required" }));
    asking.getByText((said) => said.startsWith(`You need to be logged in to ${text}`));
    const links = asking.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    // spec: login.dialog.buttons
    expect(links).toEqual([
      ["Login", "/login"],
      ["Sign Up", "/register"],
    ]);
    await page.user.click(asking.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // spec: vote.login
    expect(page.sent).not.toContain("CastVote");
  });
});
