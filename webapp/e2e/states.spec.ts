import { startBoard } from "./support/board";
import { arrive, test as base, expect } from "./support/test";

// These journeys have an empty server to themselves.
const test = base.extend({
  board: [
    async ({ database }, use) => {
      const board = await startBoard(database);
      await use(board);
      expect(await board.stop(), "errors in the server's log").toEqual([]);
    },
    { scope: "worker" },
  ],
});

// In order, since the first journey needs the server empty.
test.describe.configure({ mode: "default" });

test("an empty board shows empty states that lead on", async ({ page: guest, newMember }) => {
  await arrive(guest, "/", "UV Board");
  // One invitation for the trending and the newest projects.
  const projects = guest.getByRole("region", { name: "Projects", exact: true });
  // spec: home.empty.trending
  await expect(projects.getByRole("heading", { name: "No Trending Projects Yet" })).toBeVisible();
  // spec: home.empty.newest
  await expect(projects.getByText("Be the First to Showcase Your Project!")).toBeVisible();
  // spec: home.empty.guest, guest.prompts
  await expect(projects.getByRole("link", { name: "Sign In to Submit" })).toHaveAttribute("href", "/login");
  await expect(guest.getByRole("region", { name: "Featured Projects" })).toHaveCount(0);
  // spec: home.news.empty
  await expect(guest.getByText("No news articles available. Check back soon!")).toBeVisible();
  // spec: home.stories.empty
  await expect(guest.getByText("No blog posts yet. Check back soon!")).toBeVisible();
  // spec: home.vibers.empty
  await expect(guest.getByText("No vibers yet. Be the first!")).toBeVisible();
  await expect(guest.getByRole("region", { name: "Community stats" })).toHaveCount(0);

  await arrive(guest, "/search", "Explore");
  await expect(guest.getByRole("heading", { name: "No projects yet" })).toBeVisible();
  // spec: explore.empty.first
  await expect(guest.getByText("Be the first to share a project with the community!")).toBeVisible();
  // spec: explore.empty.submit
  await guest.getByRole("link", { name: "Submit First Project" }).click();
  // spec: submit.guest, product.login.submit, role.guest.submit
  await expect(guest.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
  await expect(guest.getByRole("main").getByRole("link", { name: "Log In" })).toHaveAttribute("href", "/login");

  const { page } = await newMember();
  await arrive(page, "/", "UV Board");
  const submit = page.getByRole("region", { name: "Projects", exact: true }).getByRole("link");
  await expect(submit).toHaveText("Submit Your Project");
  // spec: home.empty.member
  await expect(submit).toHaveAttribute("href", "/submit");
});
