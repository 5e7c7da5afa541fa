import type { Locator } from "@playwright/test";
import { control, fillQuick, projectForm } from "./support/form";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

/** A field is known to be required before it is missed, to those who see it and those who hear it. */
async function isMarked(field: Locator) {
  await expect(field).toHaveAttribute("aria-required", "true");
  const marked = await field.evaluate(({ id }) => {
    const label = document.querySelector(`label[for="${id}"]`);
    const marks = [label, ...(label?.children ?? [])].map((one) => one && getComputedStyle(one, "::after").content);
    return marks.some((mark) => mark?.startsWith('" *"'));
  });
  expect(marked, "an asterisk behind the label").toBe(true);
}

test("saving right after the last key shows the errors of the current values, and a click hits its button", async ({
  newMember,
}) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  for (const label of ["Title", "Tagline", "Primary category"]) await isMarked(control(page, label));
  await fillQuick(page, unique("Hasty "));
  await control(page, "Title").focus();
  await page.evaluate(() => {
    document.execCommand("selectAll");
    document.execCommand("delete");
    document.querySelector<HTMLElement>('form button[type="submit"]')?.click();
  });
  const summary = projectForm(page).getByRole("alert");
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText("Title must be at least 3 characters");

  // A click that leaves a field still hits its button.
  await control(page, "Title").fill(unique("Pressed "));
  await control(page, "Demo URL").fill("https://pressed.example.com/");
  const publish = projectForm(page).getByRole("button", { name: /^(Publish|Save changes)$/ });
  await publish.hover();
  await page.mouse.down();
  // The field has lost the focus and the page is drawn again: a message that appeared at once would move the button.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
  await expect(page.getByText("Project Published!")).toBeVisible();
});
