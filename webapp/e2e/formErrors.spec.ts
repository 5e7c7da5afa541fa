import type { Locator, Page } from "@playwright/test";
import { chooseMode, control, fillQuick, projectForm } from "./support/form";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

test.use({ viewport: { width: 375, height: 667 } });

/** Expects nothing to cover the corners of an element. */
async function isSeen(element: Locator, what: string) {
  const hidden = () =>
    element.evaluate((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const corners = [
        [left + 4, top + 2],
        [right - 4, bottom - 2],
      ];
      return corners
        .filter(([x = 0, y = 0]) => !part.contains(document.elementFromPoint(x, y)))
        .map(([, y = 0]) => `y ${Math.round(y)} of ${window.innerHeight}`);
    });
  await expect.poll(hidden, what).toEqual([]);
}

/** Expects the focus on a control, which is seen with its message. */
async function isShown(page: Page, field: Locator, text: string) {
  await expect(field).toBeFocused();
  // A toast about the same is gone in a moment.
  await page.getByLabel("Notifications (F8)").evaluate((toasts) => toasts.setAttribute("hidden", ""));
  const [message = ""] = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const said = page.locator(`[id="${message}"]`);
  await expect(said).toHaveText(text);
  await isSeen(said, `the message "${text}"`);
  await isSeen(field, `the field with "${text}"`);
}

const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top }), y);

test("a long form brings a wrong field into view: a project", async ({ newMember }) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  await fillQuick(page, unique("Narrow "));
  await chooseMode(page, "Complete Submit");
  await control(page, "Title").fill("ab");
  await control(page, "Documentation URL").fill("javascript:alert(1)");
  await control(page, "Metric 1: name").fill("users");
  await projectForm(page).getByRole("button", { name: "Publish" }).click();
  const summary = projectForm(page).getByRole("alert");
  await expect(summary).toBeFocused();
  await isSeen(summary.locator("b"), "the head of the summary");
  const links = summary.getByRole("link");
  await expect(links).toHaveCount(4);
  for (const link of await links.all()) {
    const message = ((await link.textContent()) ?? "").replace(/^.* URL: /, "");
    await link.click();
    await isShown(page, page.locator(":focus"), message);
  }
});

test("a long form brings a wrong field into view: a story", async ({ newMember, watch }) => {
  watch.expect(/403/);
  const { page } = await newMember();
  await arrive(page, "/blog/new", "Write a Blog Post");
  const publish = page.getByRole("button", { name: "Publish Post" });
  const [title, content] = [
    page.getByRole("textbox", { name: "Title" }),
    page.getByRole("textbox", { name: "Content" }),
  ];

  await content.fill("It dried.");
  await scrollTo(page, 10_000);
  await publish.click();
  await isShown(page, title, "Title is required");

  await title.fill("Mezzotint");
  await content.fill("");
  await page.getByRole("button", { name: "Preview" }).click();
  await scrollTo(page, 10_000);
  await publish.click();
  await isShown(page, content, "Content is required");

  // What belongs to no field is said above them.
  await page.route(/CreateBlogPost/, (route) =>
    route.fulfill({ status: 403, json: { code: "permission_denied", message: "You may not write here." } }),
  );
  await content.fill("It dried.");
  await scrollTo(page, 10_000);
  await publish.click();
  await isSeen(page.getByRole("form").getByRole("alert"), "the alert");
});

test("a long form brings a wrong field into view: a profile", async ({ newMember }) => {
  const { page, username } = await newMember();
  await arrive(page, `/profile/${username}`, new RegExp(username));
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save Changes" });
  await dialog.getByRole("textbox", { name: "Bio" }).fill("b".repeat(501));
  await dialog.getByRole("textbox", { name: "Website" }).fill("javascript:alert(1)");
  await dialog.getByRole("switch").focus(); // at the end
  await save.click();
  await isShown(page, dialog.getByRole("textbox", { name: "Bio" }), "Bio must be 500 characters or less");
  await dialog.getByRole("textbox", { name: "Bio" }).fill("I print.");
  await dialog.getByRole("textbox", { name: "Display Name" }).focus(); // at the start
  await save.click();
  await isShown(page, dialog.getByRole("textbox", { name: "Website" }), "Please enter a valid URL");
});
