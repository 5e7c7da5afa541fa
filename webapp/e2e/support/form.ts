import { expect, type Locator, type Page } from "@playwright/test";
import { type Picture, png } from "./images";

/** The form of a project, without the preview, which repeats its texts. */
export const projectForm = (page: Page): Locator => page.getByRole("form", { name: /Project$/ });

/** A control of the form by the beginning of its label; a count may follow. */
export const control = (page: Page, label: string): Locator =>
  projectForm(page)
    .getByLabel(new RegExp(`^${label}`))
    .and(page.locator("input, textarea, select"));

/** Switches between Quick Submit and Complete Submit. */
export const chooseMode = (page: Page, name: "Quick Submit" | "Complete Submit"): Promise<void> =>
  page.getByRole("radiogroup", { name: "Mode" }).getByText(name).click();

/** Chooses files with the form's button and waits until they are uploaded. */
export async function choose(page: Page, button: string, files: Picture | Picture[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await projectForm(page).getByRole("button", { name: button }).first().click();
  await (await chooser).setFiles(files);
  await expect(page.getByRole("progressbar", { name: /^Upload of/ })).toHaveCount(0);
}

/** Fills the fields of Quick Submit. */
export async function fillQuick(page: Page, title: string): Promise<void> {
  await control(page, "Title").fill(title);
  await control(page, "Tagline").fill("An image that is there but cannot be seen");
  await control(page, "Primary category").selectOption("Education");
  await projectForm(page).getByRole("button", { name: "Figma", exact: true }).click();
  await choose(page, "Upload image", png("logo.png", 200, 200, 120));
  await expect(projectForm(page).getByRole("button", { name: "Replace image" })).toBeVisible();
}
