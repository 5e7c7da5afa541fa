import type { APIRequestContext } from "@playwright/test";
import { fit, kept, listen, markdown, overflow, pad, texts } from "./support/hostile";
import { arrive, expect, test } from "./support/test";

/** Every nth text, beginning with another one for another start. */
const some = (n: number, start = 0): string[] =>
  texts.filter((text, i) => i % Math.floor(texts.length / n) === start && kept(fit(text, 30)) !== "").slice(0, n);

/** All texts in pieces of at most `most` characters, each text in a paragraph. */
function pieces(all: string[], most: number): string[] {
  const out = [""];
  for (const text of all) {
    const next = `${out.at(-1)}${fit(text, most - 2)}\n\n`;
    if (Array.from(next).length <= most) out[out.length - 1] = next;
    else out.push(`${fit(text, most - 2)}\n\n`);
  }
  return out;
}

/** Posts to a path and returns the id of what was made, undefined if a rule refused it. */
async function post(request: APIRequestContext, path: string, data: object): Promise<string | undefined> {
  const answer = await request.post(path, { data });
  expect([201, 400], `${path}: ${answer.status()} ${JSON.stringify(data)}`).toContain(answer.status());
  return answer.status() === 201 ? ((await answer.json()) as { id: string }).id : undefined;
}

const are = (id: string | undefined): id is string => id !== undefined;

// Every text of the lists is in a reply, a story or a comment, in pieces, and a sample of them in each short field.
test("hostile text in threads, stories and comments runs no script and keeps the layout", async ({
  newMember,
  watch,
}) => {
  watch.expect(/status of 404/);
  const { page, id: self, username } = await newMember();
  const { request } = page.context();
  const ran = await listen(page.context());
  const all = [
    ...markdown,
    ...texts,
    "@<script>alert(1)</script> @ada\"onclick=alert(1) @ada'<img src=x onerror=alert(1)>",
  ];
  await request.put(`/api/users/${self}`, { data: { displayName: "<img src=x onerror=alert(1)>" } });

  const channels = await Promise.all(
    some(8).map((text) =>
      post(request, "/api/forum/channels", { name: fit(pad(text, 3), 80), description: fit(text, 500) }),
    ),
  );
  const channel = channels.find(are);
  const threads = await Promise.all(
    some(14, 1).map((text, i) =>
      post(request, "/api/forum/threads", {
        channelId: channel,
        title: fit(pad(text, 3), 200),
        content: pieces(all, 20_000)[i] ?? pad(text, 10),
      }),
    ),
  );
  const thread = threads.find(are);
  const replies = [];
  // Not all at once: a busy server refuses so many.
  for (const content of [...pieces(all, 2000), ...markdown.slice(0, 12)].slice(0, 49))
    replies.push(await post(request, "/api/forum/posts", { threadId: thread, content }));
  const stories = await Promise.all(
    some(9, 2).map((text, i) =>
      post(request, "/api/blog/posts", {
        title: fit(pad(text, 3), 200),
        excerpt: fit(text, 300),
        content: pieces(all, 90_000)[i] ?? markdown.join("\n\n"),
        tags: some(10, i + 3).map((tag) => fit(tag, 30)),
      }),
    ),
  );
  const story = stories.find(are);
  const comments = await Promise.all(
    pieces(all, 5000).map((content) => post(request, `/api/blog/posts/${story}/comments`, { content })),
  );
  for (const [what, made, least] of [
    ["channels", channels, 6],
    ["threads", threads, 10],
    ["replies", replies, 20],
    ["stories", stories, 6],
    ["comments", comments, 5],
  ] as const) {
    expect(made.filter(are).length, what).toBeGreaterThanOrEqual(least);
  }

  for (const [width, path] of [
    [375, `/forum/${channel}`],
    [375, "/blog"],
    [1440, `/blog/${story}`],
    [375, `/forum/thread/${thread}`],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await arrive(page, path, /./);
    expect(await overflow(page), `${path} is wider than its window of ${width}`).toBeLessThanOrEqual(0);
  }
  await page.getByRole("textbox", { name: "Add Reply" }).pressSequentially(`@${username.slice(0, 12)}`);
  await expect(page.getByRole("option").first()).toContainText("<img src=x onerror=alert(1)>");
  const active =
    "main :is(script, style:not([data-mantine-styles]), iframe, object, embed, base, [onerror], [onload], [onclick])";
  expect(await page.locator(active).count(), "elements of a text").toBe(0);
  expect(ran.calls).toEqual([]);
});
