import type { Page } from "@playwright/test";
import { choose, chooseMode, control, fillQuick, projectForm } from "./support/form";
import { png } from "./support/images";
import { password, unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

test("a new user registers and submits a project in quick mode, and all lists show it", { tag: "@postgres" }, async ({
  page,
}) => {
  const username = unique("maker_");
  const title = unique("Solar Print ");
  await page.goto("/register");
  await expect(page.getByRole("heading", { name: "Sign up", level: 1 })).toBeVisible();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  // spec: register.fields
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  // spec: register.arrival
  await expect(page).toHaveURL(`/profile/${username}`);
  // spec: profile.projects.empty_owner
  await expect(page.getByText("You haven't created any projects yet.")).toBeVisible();

  // spec: profile.projects.empty_owner
  await page.getByRole("link", { name: "Create Your First Project" }).click();
  await expect(page.getByRole("radio", { name: /Quick Submit/ })).toBeChecked();
  await control(page, "Title").fill(title);
  await control(page, "Tagline").fill("Prints negatives with the light of the sun");
  await control(page, "Primary category").selectOption("Photo & Video");
  await page.getByRole("group", { name: "Stage" }).getByText("Beta").click();
  await page.getByRole("button", { name: "Cursor", exact: true }).click();
  await control(page, "Custom tool").fill("Squeegee");
  await control(page, "Custom tool").press("Enter");
  // spec: submit.tools.noted
  await expect(page.getByText("Custom tool noted")).toBeVisible();
  await choose(page, "Upload image", png("logo.png", 400, 400, 40));
  await control(page, "Demo URL").fill("https://solar.example.com/");
  await control(page, "Demo URL").blur();
  // spec: submit.demo
  await expect(page.getByText("URL Validated")).toBeVisible();
  // The preview shows the card.
  await expect(page.getByRole("complementary", { name: "Card preview" }).getByText(title)).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).click();

  // spec: submit.after, member.submit
  await expect(page).toHaveURL(/\/projects\/[\w-]+-[0-9a-z]{10,}$/);
  // spec: success2.project.published, role.member.projects
  await expect(page.getByText("Project Published!")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  // spec: project.title
  await expect(page).toHaveTitle(`${title} - Prints negatives with the light of the sun`);
  // spec: project.badges, project.badges.tools, submit.tools.kept
  for (const badge of ["Photo & Video", "Beta", "Free", "Cursor", "Squeegee"]) {
    await expect(page.getByText(badge, { exact: true }).first()).toBeVisible();
  }
  // spec: project.links.names
  await expect(page.getByRole("link", { name: "Open Demo" })).toHaveAttribute("href", "https://solar.example.com/");
  // Quick mode generates the description.
  // spec: project.about, form.description.generated
  await expect(page.getByRole("heading", { name: "About This Project" })).toBeVisible();
  await expect(page.locator('main img[src^="/uploads/"]').first()).toBeVisible();
  await expectLoadedImages(page);

  await test.step("the page greets its owner once", async () => {
    const greeting = page.getByRole("region", { name: "You're live" });
    await expect(greeting).toBeInViewport();
    await expect(greeting.getByRole("textbox", { name: "Link to your project" })).toHaveValue(page.url());
    await greeting.getByRole("button", { name: "Copy Link" }).click();
    // spec: project.share.toast
    await expect(page.getByText("Link copied!")).toBeVisible();
    const missingField = greeting.getByRole("link", { name: "Screenshots or a cover" });
    await expect(missingField).toHaveAttribute("href", /^\/submit-project\?edit=[0-9a-f-]{36}$/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(greeting).toHaveCount(0);
  });

  await page.getByRole("banner").getByRole("link", { name: /home$/ }).click();
  const newest = page.getByRole("region", { name: "Newest Projects" });
  // spec: call2.project.refresh
  await expect(newest.getByRole("link", { name: title })).toBeVisible();
  await expectLoadedImages(page);
});

test("complete mode stores every field", async ({ newMember }) => {
  const { page } = await newMember();
  const title = unique("Darkroom ");
  // spec: route.submit.alternative
  await arrive(page, "/submit-project", "Submit Project");
  await chooseMode(page, "Complete Submit");
  await control(page, "Title").fill(title);
  await control(page, "Primary category").selectOption("AI Agents");
  await page.getByRole("button", { name: "Claude", exact: true }).click();
  await page.getByRole("button", { name: "Next.js", exact: true }).click();
  await choose(page, "Upload image", png("logo.png", 300, 300, 200));

  // If the tagline is empty, it is taken from a long enough description.
  const description = control(page, "Description");
  await description.fill(
    "An agent that watches the tray. It lifts the print in time.\n\nA second paragraph, on fixing.",
  );
  await description.blur();
  // spec: form.tagline.filled
  await expect(control(page, "Tagline")).toHaveValue("An agent that watches the tray.");

  const secondary = page.getByRole("group", { name: "Secondary categories" });
  await secondary.getByRole("button", { name: "Productivity" }).click();
  await secondary.getByRole("button", { name: "Education" }).click();
  const tags = page.getByRole("group", { name: "Tags" });
  await tags.getByRole("button", { name: "ai-powered" }).click();
  await control(page, "Your own tag").fill("silver");
  await tags.getByRole("button", { name: "Add your own tag" }).click();
  await page.getByRole("group", { name: "Looking for" }).getByRole("button", { name: "Feedback" }).click();
  await control(page, "Monetization").selectOption("Open Source");
  // spec: submit.complete.fields
  await control(page, "Launch date").fill("2026-03-14");
  await choose(page, "Upload screenshots", [
    png("one.png", 1280, 800, 90),
    png("two.png", 800, 1280, 270),
    png("three.png", 640, 400, 330),
  ]);
  await expect(page.getByRole("img", { name: /^Screenshot \d$/ })).toHaveCount(3);
  await control(page, "Repository URL").fill("https://git.example.com/darkroom");
  await control(page, "Documentation URL").fill("https://docs.example.com/");
  await control(page, "Problem").fill("Prints drown in the tray.");
  await control(page, "Solution").fill("Somebody watches.");
  for (const [i, [name, value]] of [
    ["users", "2140"],
    ["revenue", "860"],
    ["trays watched", "12"],
  ].entries()) {
    await control(page, `Metric ${i + 1}: name`).fill(name ?? "");
    await control(page, `Metric ${i + 1}: value`).fill(value ?? "");
  }
  await page.getByRole("button", { name: "Publish" }).click();

  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const main = page.getByRole("main");
  // spec: project.gallery.counter
  await expect(main.getByRole("status").filter({ hasText: "1 / 3" })).toBeVisible();
  await expectLoadedImages(page);
  for (const text of [
    // spec: project.impact.texts
    "Prints drown in the tray.",
    "Somebody watches.",
    // spec: project.impact.numbers
    "2,140",
    "$860",
    "trays watched",
    "It lifts the print in time.",
    "A second paragraph, on fixing.",
    "Open Source",
    // spec: project.side.launch
    "14 Mar 2026",
  ]) {
    await expect(main.getByText(text).first()).toBeVisible();
  }
  // spec: project.links.names
  await expect(main.getByRole("link", { name: "View Repo" })).toHaveAttribute(
    "href",
    "https://git.example.com/darkroom",
  );
  // spec: project.links.list
  await expect(main.getByRole("link", { name: "Documentation" })).toHaveAttribute("href", "https://docs.example.com/");
  await expect(main.getByRole("heading", { name: "What I'm Looking For" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Contact Maker" })).toHaveCount(0);
  // spec: project.about
  await expect(main.getByRole("link", { name: "#silver" })).toHaveAttribute("href", "/tags/silver");
});

test("only the owner sees a draft until it is published", { tag: "@postgres" }, async ({
  newMember,
  request: stranger,
}) => {
  const { page } = await newMember();
  const title = unique("Latent ");
  await arrive(page, "/submit", "Submit Project");
  await fillQuick(page, title);
  // spec: submit.buttons, draft.saved
  await page.getByRole("button", { name: "Save as Draft" }).click();
  // spec: success2.project.draft
  await expect(page.getByText("Draft Saved!")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("main").getByText("Draft", { exact: true })).toBeVisible();
  const seen = async () => (await stranger.get(`/api${new URL(page.url()).pathname}`)).status();
  expect(await seen()).toBe(404);

  // What the owner does not make public stays a draft, as the form and the toast say.
  await page.getByRole("link", { name: "Edit Project" }).click();
  const shown = page.getByRole("switch", { name: "Make Public" });
  const publish = projectForm(page).getByRole("button", { name: "Publish" });
  await shown.click();
  await expect(projectForm(page).getByText("Only you and admins can see this.")).toBeVisible();
  const tagline = "Developed a little further, and still in the dark";
  await control(page, "Tagline").fill(tagline);
  await publish.click();
  await expect(page.getByText("Only you can see it until you publish it.").first()).toBeVisible();
  await expect(page.getByText(tagline, { exact: true })).toBeVisible();
  expect(await seen()).toBe(404);

  await page.getByRole("link", { name: "Edit Project" }).click();
  await expect(shown).toBeChecked();
  await publish.click();
  // spec: success2.project.published, draft.reset, draft.published
  await expect(page.getByText("Your project is now live and visible to the community.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "You're live" })).toBeVisible();
  expect(await seen()).toBe(200);
});

// Waits until all images on screen are loaded.
async function expectLoadedImages(page: Page) {
  await expect
    .poll(() =>
      page.locator("main img").evaluateAll((images) =>
        images
          .map((image) => image as HTMLImageElement)
          .filter(
            (image) =>
              image.checkVisibility() &&
              image.getBoundingClientRect().top < innerHeight &&
              image.getBoundingClientRect().left < innerWidth &&
              !(image.complete && image.naturalWidth > 0),
          )
          .map((image) => image.currentSrc || image.src),
      ),
    )
    .toEqual([]);
}
