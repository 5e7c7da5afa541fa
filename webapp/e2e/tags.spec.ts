import { password, unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

test("a guest goes from a project to its tool, and follows the tool after login", async ({ page, newMember }) => {
  const maker = await newMember();
  const tool = `Kiln ${unique("Mill")}`;
  const project = await maker.publish({ vibeTools: ["other"], customTools: [tool] });
  await arrive(page, project.path, project.title);
  const slug = tool.toLowerCase().replace(" ", "-");
  await page.getByRole("link", { name: tool }).first().click();
  await expect(page).toHaveURL(`/tools/${slug}`);
  await expect(page.getByRole("heading", { level: 1, name: tool })).toBeVisible();
  await expect(page.getByText("1 project", { exact: true })).toBeVisible();
  const projects = page.getByRole("region", { name: "Projects" });
  await expect(projects.getByRole("link", { name: project.title })).toBeVisible();
  await projects.getByRole("button", { name: "Idea" }).click();
  await expect(page).toHaveURL(`/tools/${slug}?stage=idea`);
  await expect(projects.getByRole("heading", { name: "No projects at this stage" })).toBeVisible();
  await projects.getByRole("button", { name: "Show All Stages" }).click();
  await expect(projects.getByRole("link", { name: project.title })).toBeVisible();

  await page.getByRole("button", { name: `Follow ${tool}` }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Login" }).click();
  const member = await newMember();
  await page.getByLabel("Username").fill(member.username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL(`/tools/${slug}`);
  await page.getByRole("button", { name: `Follow ${tool}` }).click();
  await expect(page.getByRole("button", { name: `Following ${tool}` })).toHaveAttribute("aria-pressed", "true");
  const asMember = await member.page.request.get(`/api/tools/${slug}`);
  expect(await asMember.json()).toMatchObject({ followers: 1, isFollowed: true, projects: 1 });
});

test("another spelling of a tool leads to its address", async ({ page, newMember }) => {
  const maker = await newMember();
  const name = unique("Kiln.js ");
  const slug = name.toLowerCase().replace(".", "").replace(" ", "-");
  const project = await maker.publish({ vibeTools: ["other"], customTools: [name] });
  const document = await page.request.get(`/tools/${encodeURIComponent(name)}`, { maxRedirects: 0 });
  expect(document.status()).toBe(301);
  expect(document.headers().location).toBe(`/tools/${slug}`);
  await arrive(page, project.path, project.title);
  await page.getByRole("link", { name }).first().click();
  await expect(page).toHaveURL(`/tools/${slug}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});
