import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { startBoard } from "./support/board";
import { logInAsAdmin, register } from "./support/members";
import { arrive, expect, test } from "./support/test";
import { Watch } from "./support/watch";

test("a held voter sees why and appeals, and the votes count once an admin has released them", async ({ browser }) => {
  const board = await startBoard("sqlite", { mail: false, seeded: true });
  const watch = new Watch(board.url);
  const newContext = async () => {
    const context = await browser.newContext({ baseURL: board.url });
    watch.follow(context);
    return context;
  };
  const maker = await register(await newContext());
  const { id, title } = await maker.publish();
  const voters = [];
  for (let i = 0; i < 5; i++) {
    const voter = await register(await newContext());
    await voter.vote(id, "upvote");
    voters.push(voter);
  }
  const [voter] = voters;
  if (!voter) throw new Error("nobody votes");
  const { page } = voter;
  const admin = await logInAsAdmin(await newContext());
  const vote = async () => (await (await page.request.get(`/api/votes/${id}/project`)).json()).userVote as object;

  await test.step("the search holds them", async () => {
    const root = resolve(import.meta.dirname, "../..");
    await promisify(execFile)("go", ["run", "./backend/ring/age", `sqlite://${board.data}/uvboard.db`], { cwd: root });
    const run = await admin.page.request.post("/uvboard.v1.AdminService/RunJob", { data: { name: "find rings" } });
    expect(run.ok(), await run.text()).toBe(true);
    await expect.poll(vote).toMatchObject({ isEligible: false, reason: "held" });
  });

  await test.step("the voter appeals", async () => {
    await arrive(page, "/fair#held", "Fair Votes");
    await expect(page.getByRole("heading", { name: "Your votes are held" })).toBeVisible();
    await expect(page.getByText(/^5 new accounts, registered from .* 5 did little else\./)).toBeVisible();
    await page.getByRole("textbox", { name: "Why should your votes count?" }).fill("We share a table.");
    await page.getByRole("button", { name: "Send appeal" }).click();
    await expect(page.getByText(/“We share a table\.”/)).toBeVisible();
  });

  await test.step("the admin releases them in one press", async () => {
    await arrive(admin.page, "/admin?tab=rings", "Admin Dashboard");
    const ring = admin.page.getByRole("article", { name: "5 accounts" });
    await expect(ring.getByText("We share a table.")).toBeVisible();
    await expect(ring.getByRole("link", { name: title })).toBeVisible();
    await ring.getByRole("button", { name: "Release" }).click();
    await expect(admin.page.getByText("Their votes count again.")).toBeVisible();
    await expect.poll(vote).toMatchObject({ isEligible: true });
  });
  for (const context of browser.contexts()) await context.close();
  expect(watch.unexpected()).toEqual([]);
  expect(await board.stop(), "errors in the server's log").toEqual([]);
});
