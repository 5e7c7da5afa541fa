// @vitest-environment jsdom
import { Code, ConnectError } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { ErrorDetailSchema } from "../../gen/uvboard/v1/common_pb";
import { board, post, reader, thread } from "./board";
import { openScreen, says } from "./open";

// The refusal of a request without a session.
const ended = new ConnectError("Login required", Code.Unauthenticated, undefined, [
  { desc: ErrorDetailSchema, value: { code: "UNAUTHENTICATED" } },
]);

describe.each([
  ["a reply to a thread", "/forum/thread/thread", "CreatePost"],
  ["a comment on a story", "/blog/post", "CreateBlogComment"],
])("an answer to %s", (_to, path, method) => {
  const open = async () => {
    const page = await openScreen(path, /./, board({ user: reader, posts: [post], threads: [thread] }));
    const answer = async () => {
      await page.user.click((await screen.findAllByRole("button", { name: "Reply" }))[0] as HTMLElement);
      const form = await screen.findByRole("form", { name: /^Reply to / });
      return { form: within(form), text: within(form).getByRole<HTMLTextAreaElement>("textbox") };
    };
    return { page, answer };
  };

  it("is kept when it is canceled", async () => {
    const { page, answer } = await open();
    const { form, text } = await answer();
    await page.fill(text, "A long answer.");
    await page.user.click(form.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("form", { name: /^Reply to / })).toBeNull());
    expect((await answer()).text.value).toBe("A long answer.");
  });

  it("is not sent without a text, and says so", async () => {
    const { page, answer } = await open();
    const { form, text } = await answer();
    await page.fill(text, "  ");
    await page.user.click(form.getByRole("button", { name: "Post Reply" }));
    await says(text, "Content is required");
    expect(page.sent).not.toContain(method);
  });

  it("leads to the login if the session has ended, and is kept", async () => {
    const { page, answer } = await open();
    const { form, text } = await answer();
    await page.fill(text, "A long answer.");
    page.fail(method, ended);
    await page.user.click(form.getByRole("button", { name: "Post Reply" }));
    await waitFor(() => expect(document.querySelector('a[href="/login"]')).toBeTruthy());
    expect(text.value).toBe("A long answer.");
  });
});
