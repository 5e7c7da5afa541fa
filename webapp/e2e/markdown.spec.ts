import type { Page } from "@playwright/test";
import { axeOf } from "./support/axe";
import { choose, chooseMode, control, fillQuick } from "./support/form";
import { listen, markdown, overflow } from "./support/hostile";
import { png } from "./support/images";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

const description = `Keeps the **log** of a small kiln.
And draws its curve.

## What it does

- rings when [a cone](https://cones.example.com/?a=1&b=2) is reached
- ~~sleeps~~ never sleeps

\`\`\`sh
kiln --port /dev/ttyUSB0 --cone 6 --log /var/log/kiln/${"firing-".repeat(20)}.log
\`\`\`

| cone | reached | ${"a wide column | ".repeat(12)}
|-----:|---------|${"---|".repeat(12)}
| 6 | 1,222 °C |

> <b>the first log</b> I ever trusted

![A picture](https://pictures.example.com/kiln.png)
`;

// No site has the pictures of these texts.
const noPicture = /status of 404 .*\/images\//;

const about = (page: Page) =>
  page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "About This Project" }) });

test("a description is written in Markdown, read without marks and edited as it was typed", async ({
  newMember,
  watch,
}) => {
  watch.expect(noPicture);
  const { page, username } = await newMember();
  const title = unique("Kiln ");
  await arrive(page, "/submit", "Submit Project");
  await chooseMode(page, "Complete Submit");
  await expect(control(page, "Description")).toHaveAccessibleDescription(/Markdown works/);
  await fillQuick(page, title);
  await control(page, "Description").fill(description);
  await choose(page, "Upload screenshots", png("shot.png", 320, 200, 90));
  await page.getByRole("button", { name: /^(Publish|Save changes)$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);

  const shown = async () => {
    const text = about(page);
    await expect(text.getByRole("heading", { level: 3 })).toHaveText("What it does");
    await expect(text.getByRole("listitem").first()).toHaveText("rings when a cone is reached");
    await expect(text.locator("strong")).toHaveText("log");
    await expect(text.getByRole("table")).toBeVisible();
    await expect(text.locator("blockquote")).toHaveText("<b>the first log</b> I ever trusted");
    const link = text.getByRole("link", { name: "a cone" });
    await expect(link).toHaveAttribute("href", "https://cones.example.com/?a=1&b=2");
    await expect(link).toHaveAttribute("rel", "nofollow ugc noopener");
    // The board cannot reach the picture, so its words stand there.
    await expect(text.getByText("A picture")).toBeVisible();
  };
  await shown(); // as the answer to the form had it
  await page.reload();
  await shown(); // as the page brought it

  for (const [width, scheme] of [
    [375, "light"],
    [1440, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((theme) => localStorage.setItem("theme", theme), scheme);
    await page.reload();
    await shown();
    expect(await overflow(page), `wider than ${width}`).toBeLessThanOrEqual(0);
    const wide = about(page).locator("pre, div:has(> table)");
    expect(await wide.evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth))).toEqual([true, true]);
    const { violations } = await axeOf(page).include("main").analyze();
    expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  }

  await page.goto(`/profile/${username}`);
  const card = page.getByRole("article").filter({ hasText: title });
  await expect(card).toContainText("Keeps the log of a small kiln. And draws its curve. rings when a cone is reached");

  await page.getByRole("link", { name: title }).first().click();
  await page.getByRole("link", { name: /^Edit/ }).first().click();
  await expect(control(page, "Description")).toHaveValue(description.trim());
  await control(page, "Description").fill(description.replace("## What it does", "#### What it did"));
  await page
    .getByRole("button", { name: /Update|Save/ })
    .first()
    .click();
  await expect(about(page).getByRole("heading", { level: 3 })).toHaveText("What it did");
});

test("nothing in Markdown runs, leaves the page or stands where it may not", async ({ newMember, watch }) => {
  watch.expect(noPicture);
  test.setTimeout(180_000);
  const { page, publish } = await newMember();
  const ran = await listen(page.context());
  const { id } = await publish();
  for (const text of markdown) {
    const source = `${text}\n\n${"A kiln with a log. ".repeat(4)}\n\n- ${text}\n\n> [${text}](${text})`;
    const edited = await page.request.put(`/api/projects/${id}`, { data: { description: source } });
    expect(edited.ok(), await edited.text()).toBe(true);
    await page.goto(`/projects/${id}`);
    const faults = await about(page).evaluate((section) => {
      const known =
        /^(P|BR|HR|H[3-6]|EM|STRONG|DEL|BLOCKQUOTE|UL|OL|LI|TABLE|THEAD|TBODY|TR|TH|TD|DIV|PRE|CODE|A|IMG)$/;
      const faults: string[] = [];
      const text = section.querySelector(":scope > .head + div");
      if (!text?.textContent.includes("A kiln with a log.")) return ["there is no text"];
      for (const one of text.querySelectorAll("*")) {
        if (!known.test(one.tagName)) faults.push(one.outerHTML);
        for (const { name } of one.attributes) {
          if (!/^(href|rel|target|class|align|start|tabindex|src|alt|loading|width|height)$/.test(name))
            faults.push(one.outerHTML);
        }
        if (one instanceof HTMLImageElement && !/^\/images\/[\w-]+$/.test(one.getAttribute("src") ?? ""))
          faults.push(one.outerHTML);
        if (one instanceof HTMLAnchorElement && !/^https?:$/.test(one.protocol)) faults.push(one.outerHTML);
      }
      return faults;
    });
    expect(faults, JSON.stringify(text)).toEqual([]);
    expect(await overflow(page), JSON.stringify(text)).toBeLessThanOrEqual(0);
  }
  expect(ran.calls).toEqual([]);
});
