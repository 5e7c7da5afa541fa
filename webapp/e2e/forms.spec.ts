import type { Locator } from "@playwright/test";
import { choose, chooseMode, control, fillQuick, projectForm } from "./support/form";
import { overflow } from "./support/hostile";
import { png } from "./support/images";
import { password, unique } from "./support/members";
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

const says = (field: Locator, sentence: string) => expect(field).toHaveAccessibleDescription(new RegExp(sentence));

test("registration shows an error at each invalid field and keeps the values", async ({ page, newMember, watch }) => {
  watch.expect(/status of 409.*Register/);
  const taken = await newMember();
  // spec: route.register
  await arrive(page, "/register", "Sign up");
  const username = page.getByLabel("Username");
  const email = page.getByLabel("Email");
  const first = page.getByRole("textbox", { name: "Password", exact: true });
  const second = page.getByRole("textbox", { name: "Confirm Password", exact: true });
  const send = page.getByRole("button", { name: "Sign up" });

  for (const field of [username, email, first, second]) await isMarked(field);
  await send.click();
  // spec: register.username.required
  await says(username, "Username is required");
  // spec: register.email.required
  await says(email, "Email is required");
  // spec: register.password.required
  await says(first, "Password is required");
  await expect(username).toBeFocused();

  await username.fill("no spaces!");
  await email.fill("not-an-address");
  await first.fill("short");
  await second.fill("shorter");
  await send.click();
  // spec: register.username.form
  await says(username, "Username must be 3-20 characters, alphanumeric or underscore");
  // spec: register.email.form
  await says(email, "Please enter a valid email address");
  // spec: register.password.min
  await says(first, "Password must be at least 6 characters");
  // spec: register.confirm
  await says(second, "Passwords do not match");

  await username.fill(taken.username);
  await email.fill("somebody@example.com");
  await first.fill(password);
  await second.fill(password);
  await send.click();
  // spec: error2.register
  await says(username, "Username already exists");
  await expect(email).toHaveValue("somebody@example.com");
  await expect(first).toHaveValue(password);
  await username.fill(unique("free_"));
  await send.click();
  await expect(page).toHaveURL(/\/profile\/free_/);
});

test("login shows errors and keeps the values", async ({ page, newMember, watch }) => {
  watch.expect(/status of 401.*Login/);
  watch.expect(/ERR_INTERNET_DISCONNECTED.*Login/);
  const { username } = await newMember();
  // spec: login.fields
  await arrive(page, "/login", "Log in");
  const name = page.getByLabel("Username");
  const secret = page.getByRole("textbox", { name: "Password", exact: true });
  const send = page.getByRole("button", { name: "Log in" });
  await send.click();
  // spec: login.username.required
  await says(name, "Username is required");
  // spec: login.password.required
  await says(secret, "Password is required");
  await name.fill(username);
  await secret.fill("not the password");
  await send.click();
  // spec: error2.login
  await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
  await expect(secret).toHaveValue("not the password");
  await secret.fill(password);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(secret).toHaveAttribute("type", "text");
  await page.context().setOffline(true);
  await send.click();
  await expect(page.getByRole("alert")).toContainText("could not be reached");
  await page.context().setOffline(false);
  await expect(secret).toHaveValue(password);
  await send.click();
  // spec: login.arrival
  await expect(page).toHaveURL(`/profile/${username}`);
});

test("the project form shows an error at each invalid field", async ({ newMember }) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  const publish = projectForm(page).getByRole("button", { name: /^(Publish|Save changes)$/ });
  for (const label of ["Title", "Tagline", "Primary category"]) await isMarked(control(page, label));
  for (const name of ["Vibe tools", "Logo"]) {
    await expect(projectForm(page).getByRole("group", { name: new RegExp(`^${name} \\(required\\)`) })).toBeVisible();
  }
  await expect(control(page, "Demo URL")).not.toHaveAttribute("aria-required");
  await publish.click();
  const summary = projectForm(page).getByRole("alert");
  await expect(summary).toBeFocused();
  for (const sentence of [
    // spec: form.title.min
    "Title must be at least 3 characters",
    // spec: form.tagline.min
    "Tagline must be at least 10 characters",
    // spec: form.category
    "Please select a category",
    // spec: form.tools
    "Select at least one vibe tool",
    // spec: form.logo
    "Logo is required",
  ]) {
    await expect(summary.getByRole("link", { name: sentence })).toBeVisible();
  }
  await expect(control(page, "Title")).toHaveAttribute("aria-invalid", "true");
  await summary.getByRole("link", { name: "Tagline must be at least 10 characters" }).click();
  await expect(control(page, "Tagline")).toBeFocused();

  await control(page, "Title").fill("x".repeat(81));
  // spec: form.title.max
  await says(control(page, "Title"), "Title must be 80 characters or less");
  await control(page, "Tagline").fill("x".repeat(141));
  // spec: form.tagline.max
  await says(control(page, "Tagline"), "Tagline must be 140 characters or less");
  await control(page, "Demo URL").fill("not an address");
  await control(page, "Demo URL").blur();
  // spec: form.demo
  await says(control(page, "Demo URL"), "Please enter a valid URL");
  await expect(page.getByText("URL Validated")).toHaveCount(0);

  // All URLs have the same error message, so the summary adds the label.
  await expect(summary.getByRole("link", { name: "Demo URL: Please enter a valid URL" })).toBeVisible();

  await chooseMode(page, "Complete Submit");
  await control(page, "Description").fill("Too short.");
  await control(page, "Metric 1: name").fill("users");
  await control(page, "Metric 1: value").fill("many");
  await publish.click();
  // spec: form.description.min
  await says(control(page, "Description"), "Description must be at least 50 characters");
  const metrics = page.getByRole("group", { name: "Metrics" });
  await says(metrics, "Users must be a number of at least 0");
  await control(page, "Metric 1: value").fill("2140");
  await control(page, "Metric 2: name").fill("plates");
  await says(metrics, "Enter a name and a value for each metric");
  // JSON that is pasted as a name fills the rows.
  await control(page, "Metric 2: name").evaluate((input) => {
    const data = new DataTransfer();
    data.setData("text", '{"revenue": 860, "custom": {"plates": 12}}');
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(control(page, "Metric 3: name")).toHaveValue("plates");
  await expect(control(page, "Metric 3: value")).toHaveValue("12");
  await expect(metrics).not.toHaveAccessibleDescription(/Enter a name/);
  const secondary = page.getByRole("group", { name: "Secondary categories" });
  for (const category of ["Games", "Travel", "News"]) await secondary.getByRole("button", { name: category }).click();
  // spec: form.secondary.max
  await expect(secondary).toHaveAccessibleDescription(/Select up to 2 secondary categories/);
  const tags = page.getByRole("group", { name: "Tags" });
  const more = tags.getByRole("button", { name: "Add your own tag" });
  for (let i = 1; i <= 11; i++) {
    await control(page, "Your own tag").fill(`tag${i}`);
    await more.click();
  }
  // spec: form.tags.max
  await expect(tags).toHaveAccessibleDescription(/Maximum 10 tags allowed/);

  // A word that is longer than the screen does not widen the page.
  await page.setViewportSize({ width: 375, height: 812 });
  await control(page, "Custom tool").fill("x".repeat(120));
  await control(page, "Custom tool").press("Enter");
  await expect(projectForm(page).getByRole("button", { name: /^x{120}/ })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("https:// is added to a URL without a scheme; other schemes are rejected", async ({ newMember }) => {
  const { page, username } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  const title = unique("Bare ");
  await fillQuick(page, title);
  const demo = control(page, "Demo URL");
  await demo.fill("javascript:alert(1)");
  await demo.press("Tab");
  // spec: form.demo
  await says(demo, "Please enter a valid URL");
  await expect(demo).toHaveValue("javascript:alert(1)");
  await demo.fill("http://old.example");
  await demo.press("Tab");
  await expect(demo).toHaveValue("http://old.example");
  await demo.fill(" demo.example/try ");
  await demo.press("Tab");
  await expect(demo).toHaveValue("https://demo.example/try");
  await expect(page.getByText("URL Validated")).toBeVisible();

  await chooseMode(page, "Complete Submit");
  await control(page, "Description").fill("An address as people say it, which is without what comes before it.");
  await choose(page, "Upload screenshots", png("shot.png", 320, 200));
  const docs = control(page, "Documentation URL");
  await docs.fill("docs.example");
  await docs.press("Enter");
  await expect(docs).toHaveValue("https://docs.example");
  await control(page, "Video address").fill("youtu.be/dQw4w9WgXcQ");
  await control(page, "Video address").press("Enter");
  await expect(projectForm(page).getByText("https://youtu.be/dQw4w9WgXcQ")).toBeVisible();
  // The button is clicked while the field has the focus.
  await control(page, "Repository URL").fill("git.example/bare");
  await projectForm(page)
    .getByRole("button", { name: /^(Publish|Save changes)$/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const main = page.getByRole("main");
  for (const [name, address] of [
    ["Open Demo", "https://demo.example/try"],
    ["View Repo", "https://git.example/bare"],
    ["Documentation", "https://docs.example"],
  ] as const) {
    await expect(main.getByRole("link", { name })).toHaveAttribute("href", address);
  }

  await arrive(page, `/profile/${username}`, username);
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const website = page.getByRole("dialog", { name: "Edit Profile" }).getByLabel("Website");
  await website.fill("javascript:alert(1)");
  await website.press("Enter");
  await says(website, "Please enter a valid URL");
  await website.fill("maker.example");
  await website.press("Tab");
  await expect(website).toHaveValue("https://maker.example");
  await website.fill("maker.example/me");
  await website.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(main.getByRole("list", { name: "Elsewhere" }).getByRole("link")).toHaveAttribute(
    "href",
    "https://maker.example/me",
  );
});

test("the complete form cannot be published without an image, but saved as a draft", async ({ newMember, watch }) => {
  watch.expect(/status of 400.*CreateProject/);
  const { page } = await newMember();
  const title = unique("Unseen ");
  await arrive(page, "/submit", "Submit Project");
  await fillQuick(page, title);
  await chooseMode(page, "Complete Submit");
  await control(page, "Description").fill("Nobody has made a picture of this yet, and that is quite the point of it.");
  await projectForm(page)
    .getByRole("button", { name: /^(Publish|Save changes)$/ })
    .click();
  // spec: form.media, error2.submit.media
  await expect(page.getByRole("alert").filter({ hasText: "Media Required" })).toContainText(
    "Please add at least one screenshot or a cover image to publish",
  );
  await expect(control(page, "Title")).toHaveValue(title);
  await projectForm(page).getByRole("button", { name: "Save as Draft" }).click();
  // spec: form.media.draft
  await expect(page.getByText("Draft Saved!")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("saving right after the last key shows the errors of the current values", async ({ newMember }) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
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
});

test("a click that leaves a field still hits its button", async ({ newMember }) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  await fillQuick(page, unique("Pressed "));
  await control(page, "Demo URL").fill("https://pressed.example.com/");
  const publish = projectForm(page).getByRole("button", { name: /^(Publish|Save changes)$/ });
  await publish.hover();
  await page.mouse.down();
  // The field has lost the focus and the page is drawn again: a message that appeared at once would move the button.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
  await expect(page.getByText("Project Published!")).toBeVisible();
});

test("a failed request keeps the values", async ({ newMember, watch }) => {
  watch.expect(/status of 500.*CreateProject/);
  const { page } = await newMember();
  const title = unique("Stubborn ");
  await arrive(page, "/submit", "Submit Project");
  await fillQuick(page, title);
  // Enter in a text input does not submit the form.
  await control(page, "Title").press("Enter");
  await page.route("**/CreateProject", (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await projectForm(page)
    .getByRole("button", { name: /^(Publish|Save changes)$/ })
    .click();
  // spec: error2.submit
  await expect(page.getByRole("alert").filter({ hasText: "Submission Failed" })).toContainText(
    "Failed to submit project. Please try again.",
  );
  await expect(control(page, "Title")).toHaveValue(title);
  await expect(projectForm(page).getByRole("button", { name: "Replace image" })).toBeVisible();
  await page.unroute("**/CreateProject");
  await projectForm(page)
    .getByRole("button", { name: /^(Publish|Save changes)$/ })
    .click();
  await expect(page.getByText("Project Published!")).toBeVisible();
});
