import { expect, it } from "vitest";
import { board, kiln, maker, post, reader, thread } from "./board";
import { renderScreen, type Screen } from "./render";

const full = { projects: [kiln], posts: [post], threads: [thread] };

/** The actions that a screen offers, by the names of its buttons and links. */
const offered = ({ html }: Screen) =>
  [...html.matchAll(/<(button|a) ([^>]*)>(.*?)<\/\1>/gs)].map(
    ([, , attributes = "", content = ""]) =>
      /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? content.replace(/<[^>]*>/g, "").trim(),
  );

it.each([
  {
    what: "a project",
    path: "/projects/kiln",
    names: ["Follow this project", "Save this project", "Contact Maker"],
  },
  { what: "a story", path: "/blog/post", names: ["Save"] },
  { what: "a thread", path: "/forum/thread/thread", names: ["Save this thread"] },
  { what: "a profile", path: "/profile/kilnfire", names: ["Follow kilnfire", "Report"] },
])("following, saving, contacting and reporting $what is offered to all but its owner", async ({ path, names }) => {
  const shown = async (user?: typeof maker) => {
    const screen = offered(await renderScreen(path, board({ ...full, ...(user && { user }) })));
    return names.filter((name) => screen.includes(name));
  };
  expect(await shown()).toEqual(names);
  expect(await shown(reader)).toEqual(names);
  expect(await shown(maker)).toEqual([]);
});

it("a locked thread takes no reply", async () => {
  const locked = { ...thread, isLocked: true };
  const page = await renderScreen("/forum/thread/thread", board({ user: reader, threads: [locked] }));
  expect(page.text).toContain("\nThis thread is locked.");
  expect(page.text).not.toContain("Post Reply");
});
