import { expect, type Locator, type Page } from "@playwright/test";
import { type Picture, png } from "./pictures";

/** The form of a project; its preview beside it bears the same words. */
export const projectForm = (page: Page): Locator => page.getByRole("form", { name: /Project$/ });

/** A control of it by the beginning of its label, which may go on with a count. */
export const control = (page: Page, label: string): Locator =>
  projectForm(page)
    .getByLabel(new RegExp(`^${label}`))
    .and(page.locator("input, textarea, select"));

/** Chooses files by the button that a person would press, and waits until they have arrived. */
export async function choose(page: Page, button: string, files: Picture | Picture[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await projectForm(page).getByRole("button", { name: button }).first().click();
  await (await chooser).setFiles(files);
  await expect(page.getByRole("progressbar", { name: /^Upload of/ })).toHaveCount(0);
}

/** Fills what quick mode asks for. */
export async function fillQuick(page: Page, title: string): Promise<void> {
  await control(page, "Title").fill(title);
  await control(page, "Tagline").fill("An image that is there but cannot be seen");
  await control(page, "Primary category").selectOption("Education");
  await projectForm(page).getByRole("button", { name: "Figma", exact: true }).click();
  await choose(page, "Upload image", png("logo.png", 200, 200, 120));
  await expect(projectForm(page).getByRole("button", { name: "Replace image" })).toBeVisible();
}
