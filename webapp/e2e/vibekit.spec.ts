import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { brief, ideas, unfinished } from "./support/provider";
import { arrive, expect, test } from "./support/test";

const section = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const form = (page: Page, name: string) => page.getByRole("form", { name });

test("an idea becomes a brief while it is written, stays in the history, and fills the form of a project", async ({
  newMember,
}) => {
  const { page } = await newMember();
  // spec: route.toolkit, member.vibekit
  await arrive(page, "/toolkit", "VibeKit");
  // spec: vibekit.open, vibekit.sections
  await expect(section(page, "Imaginator")).toHaveAttribute("aria-expanded", "true");
  for (const name of ["Logo Builder", "Theme Tester"]) {
    await expect(section(page, name)).toHaveAttribute("aria-expanded", "false");
  }
  const imaginator = form(page, "Imaginator");
  const generate = imaginator.getByRole("button", { name: "Generate" });
  // spec: imaginator.disabled
  await expect(generate).toBeDisabled();
  // spec: imaginator.inputs
  const idea = imaginator.getByRole("textbox", { name: "Idea" });
  await idea.fill(`A log for kilns. ${unfinished}`);
  await imaginator.getByRole("textbox", { name: "Audience" }).fill("Potters");
  await imaginator.getByRole("textbox", { name: "Platform" }).fill("Web");
  await imaginator.getByRole("textbox", { name: "Must-have features" }).fill("Curves, Alarms");

  await generate.click();
  const result = page.getByRole("region", { name: "Brief" });
  // Its beginning is shown before the end is written.
  await expect(result.getByRole("heading", { name: "Brief summary" })).toBeVisible();
  await expect(result.getByRole("button", { name: "Use this brief" })).toHaveCount(0);
  await imaginator.getByRole("button", { name: "Cancel" }).click();
  await expect(generate).toBeEnabled();

  await idea.fill("A log for kilns. With alarms.");
  await generate.click();
  // spec: imaginator.toast
  await expect(page.getByText("Brief generated!")).toBeVisible();
  const { summary, considerations, userStories, risks, assumptions, systemPrompt, builderPrompt } = brief;
  // spec: imaginator.result
  for (const text of [
    summary,
    ...considerations,
    ...userStories,
    ...risks,
    ...assumptions,
    systemPrompt,
    builderPrompt,
  ]) {
    await expect(result.getByText(text)).toBeVisible();
  }

  await page.reload();
  // spec: vibekit.persist, vibekit.persist.imaginator
  await expect(imaginator.getByRole("textbox", { name: "Must-have features" })).toHaveValue("Curves, Alarms");
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("vibekit")).length),
  ).toBeGreaterThan(0);
  const history = page.getByRole("region", { name: "History" }).first();
  await history.getByRole("button", { name: "A log for kilns. With alarms. " }).first().click();
  await expect(result.getByText(builderPrompt)).toBeVisible();

  await result.getByRole("button", { name: "Use this brief" }).click();
  await expect(page).toHaveURL("/submit");
  const submit = form(page, "Submit Project");
  await expect(submit.getByRole("textbox", { name: "Title" })).toHaveValue("A log for kilns");
  await expect(submit.getByRole("textbox", { name: "Tagline" })).toHaveValue("A log for pottery kilns.");
  await expect(submit.getByRole("textbox", { name: "Description" })).toHaveValue(
    /^A log for pottery kilns.*- As a potter/s,
  );
  // What the user has typed is not replaced without asking.
  await submit.getByRole("textbox", { name: "Title" }).fill("My kiln");
  await page.goBack();
  await history.getByRole("button", { name: "A log for kilns. With alarms. " }).first().click();
  await result.getByRole("button", { name: "Use this brief" }).click();
  const asks = page.getByRole("dialog", { name: "Replace what you entered?" });
  await expect(asks).toContainText("already has a title.");
  await asks.getByRole("button", { name: "Keep mine" }).click();
  await expect(submit.getByRole("textbox", { name: "Title" })).toHaveValue("My kiln");

  await page.goBack();
  await history
    .getByRole("button", { name: /^Delete A log/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(history).toHaveCount(0);
  await expect(page.getByRole("region", { name: /^Imaginator/ })).toBeFocused();
});

test("a brand gets names and a logo of each, which is downloaded and fills the form of a project", async ({
  newMember,
}) => {
  const { page } = await newMember();
  await arrive(page, "/toolkit", "VibeKit");
  await section(page, "Logo Builder").click();
  const builder = form(page, "Logo Builder");
  const generate = builder.getByRole("button", { name: "Generate" });
  // spec: logo.disabled
  await expect(generate).toBeDisabled();
  // spec: vibekit.default.logo
  await expect(builder.getByRole("radio", { name: "Wordmark", exact: true })).toBeChecked();
  for (const [name, color] of [
    ["Primary", "#6366f1"],
    ["Secondary", "#a855f7"],
    ["Accent", "#22c55e"],
  ] as const) {
    // spec: logo.inputs, vibekit.default.logo
    await expect(builder.getByRole("textbox", { name })).toHaveValue(color);
  }
  await builder.getByRole("textbox", { name: "Brand name" }).fill("Kiln Log");
  const logo = page.getByRole("img", { name: "Logo of Kiln Log" });
  const wordmark = await logo.getAttribute("src");
  await builder.getByText("Icon + wordmark").click();
  await expect(logo).not.toHaveAttribute("src", wordmark ?? "");
  await page.getByRole("button", { name: "Another design for Kiln Log" }).click();

  await generate.click();
  // spec: logo.toast
  await expect(page.getByText("Logo ideas generated!")).toBeVisible();
  // spec: logo.result
  for (const text of [...ideas.taglines, ...ideas.motifs]) await expect(page.getByText(text)).toBeVisible();
  for (const name of ideas.names) await expect(page.getByRole("img", { name: `Logo of ${name}` })).toBeVisible();

  const download = async (kind: string) => {
    await page.getByRole("button", { name: "Download the logo of Embers" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: kind }).click(),
    ]);
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };
  const svg = await download("SVG");
  expect(svg.name).toBe("embers.svg");
  expect(svg.content.toString()).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<title>Embers<\/title>.*<path d="M/s,
  );
  const png = await download("PNG");
  expect(png.name).toBe("embers.png");
  expect(png.content.subarray(1, 4).toString()).toBe("PNG");

  await page.getByRole("button", { name: "Use this logo: Embers" }).click();
  await expect(page).toHaveURL("/submit");
  await expect(form(page, "Submit Project").getByRole("textbox", { name: "Title" })).toHaveValue("Embers");
  const field = form(page, "Submit Project").getByRole("group", { name: /^Logo/ });
  await expect(field.getByRole("button", { name: "Replace image" })).toBeVisible();
  await expect(field.locator("img")).toHaveAttribute("src", /^\/uploads\//);
});

test("a theme with low contrast is flagged and fixed, applied and copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await arrive(page, "/toolkit", "VibeKit");
  await section(page, "Theme Tester").click();
  const color = (name: string) => page.getByRole("textbox", { name, exact: true });
  for (const [name, value] of [
    ["Background", "#ffffff"],
    ["Foreground", "#000000"],
    ["Primary", "#6366f1"],
    ["Accent", "#22c55e"],
  ] as const) {
    // spec: themetester.colors, vibekit.default.theme
    await expect(color(name)).toHaveValue(value);
  }
  const warning = page.getByText("Low contrast detected between background and foreground colors");
  await expect(warning).toHaveCount(0);
  // spec: const2.contrast
  await color("Foreground").fill("#777777"); // 4.48:1
  // spec: themetester.warning
  await expect(warning).toBeVisible();
  await page.getByRole("button", { name: "Use #767676 as the foreground color" }).first().click();
  await expect(warning).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Foreground on background/ })).toContainText("4.54:1 AA");
  await color("Foreground").fill("#123456");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("A card")).toHaveCSS("color", "rgb(18, 52, 86)");

  await page.getByRole("button", { name: "Copy code" }).click();
  // spec: themetester.code
  await expect(page.getByText("Theme code copied!")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("--color-foreground: #123456;");
  await page.getByRole("button", { name: "Copy the accent color" }).click();
  // spec: themetester.copied
  await expect(page.getByText("Copied!", { exact: true })).toBeVisible();

  const heading = page.getByRole("heading", { level: 1 });
  const own = await heading.evaluate((element) => getComputedStyle(element).color);
  await page.getByRole("button", { name: "Apply theme" }).click();
  // spec: themetester.applied
  await expect(page.getByText("Theme applied!")).toBeVisible();
  await expect(heading).toHaveCSS("color", "rgb(18, 52, 86)");
  await page.getByRole("button", { name: "Back to the app's colors" }).click();
  await expect(heading).toHaveCSS("color", own);
});
