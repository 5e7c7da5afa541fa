import { pathOf } from "./support/members";
import { arrive, expect, test } from "./support/test";

test("a member follows a project and its maker, who is told of the member and hides the followers", async ({
  newMember,
}) => {
  const maker = await newMember();
  const project = await maker.publish();
  const follower = await newMember();
  const { page } = follower;
  await arrive(page, `/projects/${project.id}`, project.title);
  const follow = page.getByRole("button", { name: "Follow this project" });
  await follow.click();
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  await page.goto(`/profile/${maker.username}`);
  await page.getByRole("button", { name: `Follow ${maker.username}` }).click();
  await expect(page.getByRole("link", { name: "1 follower", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "1 follower", exact: true }).click();
  await expect(page.getByRole("tabpanel").getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: `Following ${maker.username}` }).click();
  await expect(page.getByText("No followers yet.")).toBeVisible();
  await page.getByRole("button", { name: `Follow ${maker.username}` }).click();
  await expect(page.getByRole("link", { name: "1 follower", exact: true })).toBeVisible();

  const own = maker.page;
  await arrive(own, "/notifications", "Notifications");
  await own
    .getByRole("main")
    .getByRole("link", { name: `@${follower.username} follows you` })
    .click();
  await expect(own).toHaveURL(`/profile/${follower.username}`);
  await own.goto(`/profile/${maker.username}`);
  await own.getByRole("button", { name: "Edit Profile" }).click();
  await own.getByRole("switch", { name: "Hide my followers and whom I follow" }).click();
  await own.getByRole("button", { name: "Save Changes" }).click();
  await expect(own.getByRole("link", { name: "Followers", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: `Following ${maker.username}` })).toBeVisible();
  await expect(page.getByRole("link", { name: /follower/i })).toHaveCount(0);
});

test("Following on Home says what to follow, and then lists what is new", async ({ newMember }) => {
  const maker = await newMember();
  const { page } = await newMember();
  await arrive(page, "/", "UV Board");
  await page.getByRole("navigation", { name: "Home" }).getByRole("link", { name: "Following" }).click();
  await expect(page.getByRole("heading", { name: "Follow what you like" })).toBeVisible();
  for (const name of ["Tools", "Channels", "Tags"]) {
    await expect(
      page
        .getByRole("region", { name })
        .getByRole("button", { name: /^Follow / })
        .first(),
    ).toBeVisible();
  }
  // The first choice brings news, and the others stay.
  const makers = page.getByRole("region", { name: "Makers" });
  await makers
    .getByRole("button", { name: /^Follow / })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "See What's New" })).toBeVisible();
  await makers.getByRole("button", { name: /^Following / }).click();
  await expect(page.getByRole("button", { name: "See What's New" })).toBeHidden();

  const project = await maker.publish();
  const { channel, thread } = await maker.discuss();
  const other = await newMember();
  const answer = await other.discuss(channel.id);
  await page.goto(`/forum/${channel.id}`);
  await page.getByRole("button", { name: "Follow this channel" }).click();
  await expect(page.getByRole("button", { name: "Following this channel" })).toBeVisible();
  expect((await page.request.put(`/api/follows/user/${maker.id}`, { data: {} })).ok()).toBe(true);
  await page.goto("/?tab=following");
  const news = page.getByRole("region", { name: "What's new" });
  await expect(news.getByRole("heading", { level: 2 })).toHaveText([answer.thread.title, thread.title, project.title]);
  await expect(news.getByRole("listitem").nth(0)).toContainText(`You follow ${channel.name}`);
  const item = news.getByRole("listitem").nth(2);
  await expect(item).toContainText(`From @${maker.username}, whom you follow`);
  await item.getByRole("button", { name: "Upvote" }).click();
  await expect(item.getByRole("button", { name: "Upvote" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("link", { name: answer.thread.title }).click();
  await expect(page).toHaveURL(pathOf(answer.thread));

  await page.getByRole("link", { name: /home$/ }).first().click();
  await expect(page.getByRole("heading", { name: "Trending Projects" })).toBeVisible();
});
