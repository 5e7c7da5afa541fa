import { png } from "./support/images";
import { arrive, expect, test } from "./support/test";

test.use({ viewport: { width: 375, height: 812 } });

test("on a phone the gallery is swiped, and vote and share are in the dock", async ({ page, newMember }) => {
  const maker = await newMember();
  const screenshots = [];
  for (const hue of [0, 120, 240]) screenshots.push(await maker.upload(png("shot.png", 800, 500, hue)));
  const { id, title } = await maker.publish({ media: { screenshots, videos: ["https://youtu.be/dQw4w9WgXcQ"] } });
  await arrive(page, `/projects/${id}`, title);

  const gallery = page.getByRole("region", { name: "Gallery" });
  await expect(gallery.getByRole("status")).toHaveText("1 / 4");
  await expect(gallery.getByRole("button", { name: "Next" })).toBeHidden();
  await gallery.getByRole("button", { name: "View full screen" }).hover();
  await page.mouse.wheel(300, 0);
  await expect(gallery.getByRole("status")).toHaveText("2 / 4");
  await gallery.getByRole("button", { name: "View full screen" }).click();
  const lightbox = page.getByRole("dialog", { name: `Gallery of ${title}` });
  await expect(lightbox.getByRole("status")).toHaveText("2 / 4");
  await lightbox.getByRole("button", { name: "Next" }).click();
  await lightbox.getByRole("button", { name: "Close" }).click();
  await expect(gallery.getByRole("status")).toHaveText("3 / 4");
  await gallery.getByRole("button", { name: "Video 4" }).click();
  await gallery.evaluate((element) => element.scrollIntoView({ block: "center" })); // the click may have scrolled the page
  // spec: project.gallery.videos
  await expect(gallery.getByRole("button", { name: "Play video from YouTube" })).toBeInViewport({ ratio: 1 });

  // Toasts stay above the dock.
  const dock = page.locator("[data-open-project]").filter({ has: page.getByRole("button", { name: "Share" }) });
  await expect(dock.getByRole("button", { name: /^Upvote/ })).toBeInViewport({ ratio: 1 });
  const height = await dock.evaluate((element) => `${(element as HTMLElement).offsetHeight}px`);
  await expect(page.locator("html")).toHaveCSS("--uv-dock", height);
  await dock.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Copy Link" }).click();
  await expect(page.getByText("Link copied!")).toBeVisible();
});
