import { control, fillQuick, projectForm } from "./support/form";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

test("how a project was built is said with a press each, and Explore finds it by that", async ({ newMember }) => {
  const { page } = await newMember();
  const title = unique("Kiln Log ");
  await arrive(page, "/submit", "Submit Project");
  await fillQuick(page, title);
  const form = projectForm(page);
  await form.getByRole("button", { name: "Mostly AI" }).click();
  await form.getByRole("button", { name: "8 hours" }).click();
  await form.getByLabel("What it cost, in US dollars: another number").fill("40");
  await control(page, "What failed").fill("The glaze table was guessed.");
  // Nothing is lost by a reload.
  await page.reload();
  await expect(form.getByRole("button", { name: "Mostly AI" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Mostly AI · 8 hours · $40")).toBeVisible();
  await expect(page.getByText("The glaze table was guessed.")).toBeVisible();

  await arrive(page, `/search?q=${encodeURIComponent(title)}`, "Explore");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByLabel("Who wrote the code").selectOption("Mostly AI");
  await page.getByLabel("Hours").selectOption("Under 10 hours");
  await expect(page).toHaveURL(/code=mostly_ai&maxHours=9/);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await page.getByLabel("Who wrote the code").selectOption("Mostly people");
  await expect(page.getByText("No projects found matching your search")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).first().click();
  await expect(page).toHaveURL("/search");
});
