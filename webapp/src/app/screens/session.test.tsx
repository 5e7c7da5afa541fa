// @vitest-environment jsdom
import { createRouterTransport } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { newQueryClient } from "../../lib/server/query";
import { newRouter } from "../router";
import { board, kiln, maker, post, reader, thread } from "./board";
import { openScreen, toasted } from "./open";

const full = board({ user: reader, projects: [kiln], posts: [post], threads: [thread] });
const failing = (method: string) => method === "GetSession";
const params = {
  "/projects/$id": kiln.id,
  "/blog/$id": post.id,
  "/forum/$channelId": "channel",
  "/forum/thread/$threadId": thread.id,
  "/profile/$username": maker.username,
} as Record<string, string>;

// Their links lead from one way to log in to another.
const forGuests = ["/login", "/register", "/forgot-password", "/reset-password", "/setup"];

const router = newRouter({ client: newQueryClient(), transport: createRouterTransport(() => {}) });
const addresses = Object.entries(router.routesByPath)
  .filter(([path, { options }]) => !forGuests.includes(path) && "component" in options)
  .map(([path]) => path.replace(/\$\w+/g, params[path] ?? "1"));

const tryAgain = () =>
  waitFor(() => {
    const button = document.querySelector<HTMLElement>(`header [data-tooltip="Couldn't load your account"]`);
    expect(button?.textContent).toBe("Try again");
    return button as HTMLElement;
  });
const loaded = () => waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull());
// A dialog has a header too.
const loggedIn = () =>
  waitFor(() => expect([...document.querySelectorAll("header")].map((e) => e.textContent).join()).toContain("@reader"));
const prompts = () => document.querySelectorAll('a[href^="/login"], a[href^="/register"], [data-tooltip^="Login"]');

describe("a session that cannot be loaded", () => {
  it.each(addresses)("is not a guest's at %s", async (address) => {
    const page = await openScreen(address, /./, full, failing);
    await tryAgain();
    await loaded();
    expect([...prompts()].map((element) => element.outerHTML)).toEqual([]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(page.location().replace(/\?.*/, "")).toBe(address);
  });

  const actions: [address: string, button: RegExp][] = [
    ["/projects/kiln", /^Upvote, /],
    ["/projects/kiln", /^Follow this project/],
    ["/projects/kiln", /^Save this project/],
    ["/profile/kilnfire", /^Message/],
    ["/profile/kilnfire", /^Report/],
    ["/blog/post", /^Like, /],
    ["/blog/post", /^Reply/],
    ["/forum", /^New Thread/],
    ["/forum/channel", /^New Thread/],
    ["/forum/thread/thread", /^Reply/],
  ];
  it.each(actions)("keeps a click at %s on %s", async (address, name) => {
    let fails = true;
    const page = await openScreen(address, /./, full, (method) => fails && failing(method));
    await tryAgain();
    await loaded();
    const click = async () => page.user.click((await screen.findAllByRole("button", { name }))[0] as HTMLElement);
    await click();
    await toasted("Couldn't load your account", "The server could not be reached. Nothing was lost.");
    expect(screen.queryByRole("dialog")).toBeNull();
    // The same click works as soon as the server answers.
    fails = false;
    const before = page.sent.length;
    await click();
    await waitFor(() => expect(page.sent.slice(before)).toContain("GetSession"));
    await loggedIn();
    expect(screen.queryByRole("dialog", { name: "Login Required" })).toBeNull();
  });

  it("is requested again from the header", async () => {
    let fails = true;
    const page = await openScreen("/", /./, full, (method) => fails && failing(method));
    await page.user.click(await tryAgain());
    await toasted("Couldn't load your account", "Nothing was lost.");
    fails = false;
    await page.user.click(await tryAgain());
    await loggedIn();
  });
});
