import { arrive, expect, test } from "./support/test";
import { missing } from "./support/watch";

test("every page opens and reloads at its address", async ({ page, newMember }) => {
  const { publish, username } = await newMember();
  const { path: address, title } = await publish();
  for (const [path, heading] of [
    // spec: route.project
    [address, title],
    // spec: route.profile
    [`/profile/${username}`, username],
    // spec: explore.state
    [`/search?q=${title.split(" ")[1]}&view=list`, "Explore"],
    // spec: route.forum, forum.heading
    ["/forum", "Discuss"],
    ["/feedback", "Give feedback"],
    ["/feedback/rules", "How feedback works"],
    ["/fair", "Fair Votes"],
    // spec: route.login
    ["/login", "Log in"],
  ] as const) {
    await arrive(page, path, heading);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test("the alternative address of a project redirects to it", async ({ page, newMember }) => {
  const { publish } = await newMember();
  const { id, title, path } = await publish();
  // spec: route.project.alternative
  await arrive(page, `/project/${id}`, title);
  await expect(page).toHaveURL(path);
});

test("likely addresses of Explore redirect to it with their query", async ({ page }) => {
  for (const [path, place] of [
    ["/projects", "/search"],
    ["/explore?category=games&view=list", "/search?category=games&view=list"],
  ] as const) {
    await arrive(page, path, "Explore");
    await expect(page).toHaveURL(place);
  }
});

test("a project without a channel leads back from the forum", async ({ page, newMember }) => {
  const { publish } = await newMember();
  const { id, title, path } = await publish();
  await arrive(page, path, title);
  await page.getByRole("link", { name: "Give Feedback" }).click();
  await expect(page).toHaveURL(`${path}#feedback`);
  await expect(page.getByRole("textbox", { name: "Your feedback" })).toBeInViewport();
  await arrive(page, `/forum?project=${id}`, "Discuss");
  await expect(page.getByText("No channel for this project yet")).toBeVisible();
  await page.getByRole("link", { name: "Back to the Project" }).click();
  await expect(page).toHaveURL(path);
});

test("an unknown address shows the not-found page", async ({ page, watch }) => {
  watch.expect(missing);
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  // spec: route.unknown.heading
  await expect(page.getByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeVisible();
  // spec: route.unknown.text
  await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL("/");

  for (const id of ["01234567-89ab-7def-8123-456789abcdef", "no-id-at-all"]) {
    // spec: project.missing.heading, error.project
    await arrive(page, `/projects/${id}`, "Project Not Found");
    // spec: project.missing.text
    await expect(page.getByText("The project you're looking for doesn't exist or has been removed.")).toBeVisible();
  }
  // spec: profile.missing.heading
  await arrive(page, "/profile/nobody_at_all", "User Not Found");
  // spec: profile.missing.text
  await expect(page.getByText("The user you're looking for doesn't exist or has been removed.")).toBeVisible();
});

test("/profile opens the own profile and redirects a guest to the login", async ({ page: guest, newMember }) => {
  await guest.goto("/profile");
  // spec: route.profile.guest
  await expect(guest).toHaveURL("/login");
  const { page, username } = await newMember();
  await page.goto("/profile");
  // spec: route.profile.own
  await expect(page).toHaveURL(`/profile/${username}`);
  await page.goto("/login");
  await expect(page).toHaveURL(`/profile/${username}`);
});

test("the menu links to every section and marks the current one", async ({ page }) => {
  await arrive(page, "/", "UV Board");
  // spec: layout.menu.items
  for (const [name, path] of [
    ["Explore", "/search"],
    ["Top", "/top"],
    ["News", "/news"],
    ["Stories", "/blog"],
    ["Discuss", "/forum"],
    ["Feedback", "/feedback"],
    ["VibeKit", "/toolkit"],
    ["Pricing", "/pricing"],
    // spec: layout.menu.guest.login
    ["Login", "/login"],
    // spec: layout.menu.guest.register
    ["Sign Up", "/register"],
    ["Home", "/"],
  ] as const) {
    await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    // spec: layout.menu.active
    await expect(menu.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
    // spec: layout.menu.active.home
    await expect(menu.locator('[aria-current="page"]')).toHaveCount(1);
    await menu.getByRole("button", { name: "Close menu" }).click();
  }
});

test("logging out clears the user from every screen and tab", async ({ newMember }) => {
  const { page, username } = await newMember();
  await arrive(page, `/profile/${username}`, username);
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeVisible();
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  // spec: layout.menu.account.admin_hidden
  await expect(menu.getByRole("link", { name: "Admin Dashboard" })).toHaveCount(0);
  await menu.getByRole("button", { name: "Close menu" }).click();
  const account = page.getByRole("banner").getByRole("button", { name: `@${username}` });
  await account.click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings");
  await account.click();
  await expect(page.getByRole("menuitem")).toHaveText(["Profile", "Saved", "Collections", "Settings", "Log out"]);
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
  await page.goBack();
  await page.getByRole("button", { name: "Open menu" }).click();
  // spec: layout.menu.account.logout
  await menu.getByRole("button", { name: "Logout" }).click();
  // spec: logout.home
  await expect(page).toHaveURL("/");
  await expect(menu).toBeHidden();
  // spec: logout.toast
  await expect(page.getByRole("status").filter({ hasText: "Logged out" })).toContainText(
    "You have been successfully logged out.",
  );
  // spec: layout.header.login, logout.cleared
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: username })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Profile" })).toHaveCount(0);
});

test("the copied link of a project is its full address", async ({ newMember }) => {
  const { page, publish } = await newMember();
  const { id, title } = await publish();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await arrive(page, `/projects/${id}`, title);
  await page.getByRole("button", { name: "Share" }).click();
  const copy = page.getByRole("menuitem", { name: "Copy Link" });
  // The label changes for two seconds only, so the page records the next change itself.
  const next = copy.evaluate(
    (button) =>
      new Promise<string | null>((said) =>
        new MutationObserver(() => said(button.textContent)).observe(button, {
          subtree: true,
          childList: true,
          characterData: true,
        }),
      ),
  );
  await copy.click();
  // spec: project.share.toast
  await expect(page.getByRole("status").filter({ hasText: "Link copied!" })).toBeVisible();
  // spec: project.share.copy
  expect(await next).toBe("Copied!");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(page.url());
  await expect(copy).toBeVisible();
});
