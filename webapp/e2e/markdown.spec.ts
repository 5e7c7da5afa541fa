import type { Page } from "@playwright/test";
import { axeOf } from "./support/axe";
import { control } from "./support/form";
import { listen, markdown, overflow } from "./support/hostile";
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

test("a description in Markdown is read without marks and edited as it was typed", async ({ newMember, watch }) => {
  watch.expect(noPicture);
  const { page, publish } = await newMember();
  const { id, title } = await publish({ description });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 375, height: 900 });
  await arrive(page, `/projects/${id}`, title);
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
  const { violations } = await axeOf(page).include("main").analyze();
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page), `wider than ${width}`).toBeLessThanOrEqual(0);
    const wide = text.locator("pre, div:has(> table)");
    expect(await wide.evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth))).toEqual([true, true]);
  }

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
  const { page, publish } = await newMember();
  const ran = await listen(page.context());
  const { id, title } = await publish({ description: "A kiln with a log. ".repeat(4) });
  await arrive(page, `/projects/${id}`, title);
  for (const text of markdown) {
    const source = `${text}\n\n${"A kiln with a log. ".repeat(4)}\n\n- ${text}\n\n> [${text}](${text})`;
    const edited = await page.request.put(`/api/projects/${id}`, { data: { description: source } });
    expect(edited.ok(), await edited.text()).toBe(true);
    const answer = await page.request.post("/uvboard.v1.ProjectService/GetProject", { data: { id } });
    const { descriptionHtml } = (await answer.json()) as { descriptionHtml: string };
    const faults = await about(page).evaluate((section, html) => {
      const known =
        /^(P|BR|HR|H[3-6]|EM|STRONG|DEL|BLOCKQUOTE|UL|OL|LI|TABLE|THEAD|TBODY|TR|TH|TD|DIV|PRE|CODE|A|IMG)$/;
      const faults: string[] = [];
      const text = section.querySelector(":scope > .head + div");
      if (text) text.innerHTML = html; // as React does
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
    }, descriptionHtml);
    expect(faults, JSON.stringify(text)).toEqual([]);
    expect(await overflow(page), JSON.stringify(text)).toBeLessThanOrEqual(0);
  }
  expect(ran.calls).toEqual([]);
});
