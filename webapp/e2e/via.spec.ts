import type { Page } from "@playwright/test";
import { connectApp } from "./support/app";
import { arrive, expect, test } from "./support/test";

const row = (page: Page, text: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: text });

test("what an app writes says so, and a member hides it in Discuss", async ({ newMember, page: guest }) => {
  const maker = await newMember();
  const headers = await connectApp(maker.page.request, "Claude Code");
  const project = await maker.publish();
  const { channel, thread } = await maker.discuss();
  const write = async (path: string, data: object) => {
    expect((await guest.request.post(path, { headers, data })).status()).toBe(201);
  };
  await write(`/api/projects/${project.id}/updates`, { title: "Version 2", content: "Hotter." });
  await write("/api/forum/threads", { channelId: channel.id, title: "By machine", content: "How hot?" });
  await write("/api/forum/posts", { threadId: thread.id, content: "Cone six." });

  const { page } = await newMember();
  await arrive(page, `/projects/${project.id}`, project.title);
  await expect(row(page, "Version 2")).toContainText("via Claude Code");
  await arrive(page, `/forum/${channel.id}`, "Discuss");
  await expect(row(page, "By machine")).toContainText(`${maker.username} via Claude Code`);
  await page.getByRole("switch", { name: "Hide posts via agents" }).click();
  await expect(row(page, "By machine")).toBeHidden();
  await row(page, thread.title).getByRole("link", { name: thread.title }).click();
  await expect(page.getByText("Cone six.")).toBeHidden();
  await page.getByText("1 reply via Claude Code").click();
  await expect(page.getByText("Cone six.")).toBeVisible();

  await page.goto(`/forum/${channel.id}`);
  await expect(page.getByRole("switch", { name: "Hide posts via agents" })).toBeChecked();
  await expect(row(page, "By machine")).toBeHidden();
});
