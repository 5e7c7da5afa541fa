import { choose, projectForm } from "./support/form";
import { type Picture, png } from "./support/pictures";
import { arrive, expect, test } from "./support/test";

const megabyte = 1024 * 1024;
const file = (name: string, mimeType: string, bytes: number): Picture => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes),
});

test("what is too large is refused before it is sent", async ({ newMember }) => {
  const { page, username } = await newMember();
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/api/")) sent++;
  });
  const toast = page.getByRole("alert").filter({ hasText: "File too large" });
  await arrive(page, "/submit", "Submit Project");
  await choose(page, "Upload image", file("huge.png", "image/png", 5 * megabyte + 1));
  await expect(toast).toContainText("Maximum size is 5MB");
  await page.getByRole("button", { name: /Complete Submit/ }).click();
  // Playwright passes no files beyond 50 MB by value; the size alone is what the page looks at.
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"][accept*="video"]');
    const files = new DataTransfer();
    const film = new File([new Uint8Array(1)], "huge.mp4", { type: "video/mp4" });
    Object.defineProperty(film, "size", { value: 100 * 1024 * 1024 + 1 });
    files.items.add(film);
    if (!input) throw new Error("no place for videos");
    Object.defineProperty(input, "files", { value: [film] });
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expect(toast).toContainText("Maximum size is 100MB");
  await arrive(page, `/profile/${username}`, username);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload profile picture" }).click();
  await (await chooser).setFiles(file("huge.png", "image/png", 5 * megabyte + 1));
  await expect(toast).toContainText("Maximum size is 5MB");
  expect(sent).toBe(0);
});

test("what only calls itself a picture is refused by the server", async ({ newMember, watch }) => {
  watch.expect(/status of 4\d\d.*\/api\/upload/);
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  const toast = page.getByRole("alert").filter({ hasText: "Upload Failed" });
  for (const [name, content] of [
    ["page.png", "<!doctype html><script>alert(1)</script>"],
    ["drawing.png", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["empty.png", ""],
  ] as const) {
    await choose(page, "Upload image", { name, mimeType: "image/png", buffer: Buffer.from(content) });
    await expect(toast).toContainText("Failed to upload logo");
    await toast.getByRole("button", { name: "Dismiss" }).click();
  }
  await page.getByRole("button", { name: /Complete Submit/ }).click();
  await choose(page, "Upload screenshots", [
    png("sound.png", 320, 200, 10),
    { name: "broken.png", mimeType: "image/png", buffer: png("x", 320, 200).buffer.subarray(0, 60) },
  ]);
  await expect(toast).toContainText("Failed to upload media");
  // One bad file does not take the others with it.
  await expect(projectForm(page).getByRole("img", { name: "Screenshot 1" })).toBeVisible();
  await expect(projectForm(page).getByRole("img", { name: "Screenshot 2" })).toHaveCount(0);
});

test("an upload shows how far it is, holds back the save, and can be cancelled", async ({ newMember }) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  await page.route("**/api/upload", () => {
    // Never answered: the journey cancels it.
  });
  const chooser = page.waitForEvent("filechooser");
  await projectForm(page).getByRole("button", { name: "Upload image" }).click();
  await (await chooser).setFiles(png("slow.png", 400, 400));
  await expect(page.getByRole("progressbar", { name: "Upload of slow.png" })).toBeVisible();
  await expect(projectForm(page).getByRole("button", { name: "Publish" })).toBeDisabled();
  await page.getByRole("button", { name: "Cancel the upload of slow.png" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(projectForm(page).getByRole("button", { name: "Publish" })).toBeEnabled();
  await page.unroute("**/api/upload");
  await choose(page, "Upload image", png("logo.png", 400, 400));
  await expect(projectForm(page).getByRole("button", { name: "Replace image" })).toBeVisible();
});
