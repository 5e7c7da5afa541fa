import type { Locator, Page, Route } from "@playwright/test";
import { choose, chooseMode, control, projectForm } from "./support/form";
import { type Picture, png } from "./support/images";
import { arrive, expect, test } from "./support/test";

const megabyte = 1024 * 1024;
const file = (name: string, mimeType: string, bytes: number): Picture => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes),
});

test("files that are too large are rejected before the upload", async ({ newMember }) => {
  const { page, username } = await newMember();
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && /\/(upload|profile-pic)$/.test(request.url())) sent++;
  });
  const toast = (text: string) =>
    page.getByRole("alert").filter({ hasText: "File too large" }).filter({ hasText: text });
  await arrive(page, "/submit", "Submit Project");
  await choose(page, "Upload image", file("huge.png", "image/png", 5 * megabyte + 1));
  // spec: form.upload.image, const2.image
  await expect(toast("Maximum size is 5MB")).toBeVisible();
  await chooseMode(page, "Complete Submit");
  // Playwright cannot pass files over 50 MB by value. The page checks only the size.
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"][accept*="video"]');
    const files = new DataTransfer();
    const video = new File([new Uint8Array(1)], "huge.mp4", { type: "video/mp4" });
    Object.defineProperty(video, "size", { value: 100 * 1024 * 1024 + 1 });
    files.items.add(video);
    if (!input) throw new Error("no place for videos");
    Object.defineProperty(input, "files", { value: [video] });
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  // spec: form.upload.video, const2.video, error2.submit.media
  await expect(toast("Maximum size is 100MB")).toBeVisible();
  await arrive(page, `/profile/${username}`, username);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload profile picture" }).click();
  await (await chooser).setFiles(file("huge.png", "image/png", 5 * megabyte + 1));
  await expect(toast("Maximum size is 5MB")).toBeVisible();
  expect(sent).toBe(0);
});

test("the server rejects files that are not images", async ({ newMember, watch }) => {
  watch.expect(/status of 4\d\d.*\/api\/upload/);
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  const toast = page.getByRole("alert").filter({ hasText: "Upload Failed" });
  const logo = page.getByRole("group", { name: "Logo" });
  for (const [name, content] of [
    ["page.png", "<!doctype html><script>alert(1)</script>"],
    ["drawing.png", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["empty.png", ""],
  ] as const) {
    await choose(page, "Upload image", { name, mimeType: "image/png", buffer: Buffer.from(content) });
    // spec: error2.submit.upload
    await expect(toast).toContainText("Failed to upload logo");
    await toast.getByRole("button", { name: "Dismiss" }).click();
    // Each failed file replaces the previous one.
    await expect(logo.getByRole("button", { name: /^Give up the upload of/ })).toHaveCount(1);
    await expect(logo).toContainText(name);
  }
  await expect(logo).toContainText("Please choose a file that is not empty.");
  await chooseMode(page, "Complete Submit");
  await choose(page, "Upload screenshots", [
    png("sound.png", 320, 200, 10),
    { name: "broken.png", mimeType: "image/png", buffer: png("x", 320, 200).buffer.subarray(0, 60) },
  ]);
  // spec: error2.submit.upload
  await expect(toast).toContainText("Failed to upload media");
  // An invalid file does not cancel the others.
  await expect(projectForm(page).getByRole("img", { name: "Screenshot 1" })).toBeVisible();
  await expect(projectForm(page).getByRole("img", { name: "Screenshot 2" })).toHaveCount(0);
  // The reason is also shown at the file, where it stays.
  await toast.getByRole("button", { name: "Dismiss" }).click();
  const screenshots = page.getByRole("group", { name: "Screenshots" });
  await expect(screenshots).toContainText("broken.png");
  await expect(screenshots).toContainText(/cannot be read|damaged|JPEG, PNG/);
});

test("an image field shows its error once, until an upload succeeds", async ({ newMember, watch }) => {
  watch.expect(/status of 415.*\/api\/upload/);
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  const logo = page.getByRole("group", { name: "Logo" });
  const why = page.getByText(/Please upload/);
  const video = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\0\x08free", "latin1");
  for (const buffer of [Buffer.from("not an image"), video]) {
    await choose(page, "Upload image", { name: "mark.png", mimeType: "image/png", buffer });
    await expect(logo).toContainText("mark.png");
    await expect(why).toHaveCount(1);
    await expect(why).toHaveText("Please upload an image file: JPEG, PNG, GIF or WebP.");
    // A retry with the same file would fail again.
    await expect(page.getByRole("button", { name: /^Try again to upload/ })).toHaveCount(0);
    await expect(logo.getByRole("button", { name: "Upload image" })).toBeVisible();
  }
  await choose(page, "Upload image", png("good.png", 240, 240));
  await expect(logo.getByRole("button", { name: "Replace image" })).toBeVisible();
  await expect(why).toHaveCount(0);
  await expect(logo).not.toContainText("mark.png");
});

test("an upload shows its progress, blocks saving and can be canceled", async ({ newMember }) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  await page.route("**/api/upload", () => {
    // No response: the test cancels the upload.
  });
  const chooser = page.waitForEvent("filechooser");
  await projectForm(page).getByRole("button", { name: "Upload image" }).click();
  await (await chooser).setFiles(png("slow.png", 400, 400));
  await expect(page.getByRole("progressbar", { name: "Upload of slow.png" })).toBeAttached();
  await expect(projectForm(page).getByRole("button", { name: "Publish" })).toBeDisabled();
  await page.getByRole("button", { name: "Cancel the upload of slow.png" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(projectForm(page).getByRole("button", { name: "Publish" })).toBeEnabled();
  await page.unroute("**/api/upload");
  await choose(page, "Upload image", png("logo.png", 400, 400));
  await expect(projectForm(page).getByRole("button", { name: "Replace image" })).toBeVisible();
});

test("files can be dropped on a field and pasted", async ({ newMember }) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  await give(page, "paste", "body", [png("image.png", 300, 300, 40)]);
  await expect(projectForm(page).getByRole("button", { name: "Replace image" })).toBeVisible();

  await chooseMode(page, "Complete Submit");
  await give(page, "drop", '[data-media="screenshots"]', [png("one.png", 320, 200, 90), png("two.png", 320, 200, 200)]);
  await expect(shots(page)).toHaveCount(2);
  // Since there is a logo, a pasted image becomes a screenshot.
  await give(page, "paste", "body", [png("image.png", 320, 200, 300)]);
  await expect(shots(page)).toHaveCount(3);

  const toast = page.getByRole("alert").filter({ hasText: "Invalid file type" });
  await give(page, "drop", '[data-media="coverImage"]', [file("notes.txt", "text/plain", 12)]);
  await expect(toast).toContainText("Please upload an image file");
  await expect(shots(page)).toHaveCount(3);
  // A file dropped outside of the fields is ignored, and the browser does not open it.
  await give(page, "drop", "h1", [png("stray.png", 320, 200)]);
  await expect(control(page, "Title")).toBeVisible();
});

test("screenshots are reordered by keyboard and by dragging, and a removed one can be restored", async ({
  newMember,
}) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  await chooseMode(page, "Complete Submit");
  const images = [png("a.png", 320, 200, 0), png("b.png", 320, 200, 120), png("c.png", 320, 200, 240)];
  await choose(page, "Upload screenshots", images);
  await expect(shots(page)).toHaveCount(3);
  const order = () => shots(page).evaluateAll((all) => all.map((image) => image.getAttribute("src")));
  const [a, b, c] = await order();

  const form = projectForm(page);
  const forth = form.getByRole("button", { name: /^Move screenshot \d forth/ });
  await forth.first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(order).toEqual([b, a, c]);
  await page.keyboard.press("Enter");
  await expect.poll(order).toEqual([b, c, a]);
  // At the end of the list the button keeps the focus.
  await expect(form.getByRole("button", { name: "Move screenshot 3 forth" })).toBeFocused();
  await expect(page.getByText("Screenshot moved to place 3 of 3")).toBeAttached();

  await shots(page).nth(2).dragTo(shots(page).nth(0));
  await expect.poll(order).toEqual([a, b, c]);

  await form.getByRole("button", { name: "Remove screenshot 2" }).click();
  await expect.poll(order).toEqual([a, c]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(order).toEqual([a, b, c]);
});

test("a failed upload can be retried", async ({ newMember, watch }) => {
  watch.expect(/ERR_FAILED.*\/api\/upload/);
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  await page.route("**/api/upload", (route) => route.abort());
  await choose(page, "Upload image", png("brave.png", 300, 300));
  await expect(page.getByRole("alert").filter({ hasText: "Upload Failed" })).toContainText("Failed to upload logo");
  await page.unroute("**/api/upload");
  await page.getByRole("button", { name: "Try again to upload brave.png" }).click();
  await expect(projectForm(page).getByRole("button", { name: "Replace image" })).toBeVisible();
  await expect(page.getByText("brave.png")).toHaveCount(0);
});

test("keyboard focus moves to the next control when an image is uploaded or removed", async ({ newMember }) => {
  const { page, username } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  await chooseMode(page, "Complete Submit");
  const form = projectForm(page);
  const enter = async (button: Locator, files: Picture[]) => {
    const chooser = page.waitForEvent("filechooser");
    await button.press("Enter");
    await (await chooser).setFiles(files);
  };
  for (const [field, removed] of [
    ["Logo", "Logo removed"],
    ["Cover image", "Cover removed"],
  ] as const) {
    const group = form.getByRole("group", { name: field });
    await enter(group.getByRole("button", { name: "Upload image" }), [png("one.png", 320, 200, 30)]);
    await expect(group.getByRole("button", { name: "Replace image" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(group.getByRole("button", { name: "Remove" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(removed)).toBeVisible();
    await expect(group.getByRole("button", { name: "Upload image" })).toBeFocused();
  }

  const several = form.getByRole("button", { name: "Upload screenshots" });
  await enter(several, [png("a.png", 320, 200, 0), png("b.png", 320, 200, 120), png("c.png", 320, 200, 240)]);
  await expect(shots(page)).toHaveCount(3);
  await expect(several).toBeFocused();
  const remove = (number: number) => form.getByRole("button", { name: `Remove screenshot ${number}` });
  await remove(2).press("Enter");
  await expect(shots(page)).toHaveCount(2);
  await expect(remove(2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(shots(page)).toHaveCount(1);
  await expect(remove(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(shots(page)).toHaveCount(0);
  await expect(several).toBeFocused();

  // An upload is canceled; one completes while its cancel button has the focus; one completes while another field has it.
  const logo = form.getByRole("group", { name: "Logo" });
  const held: Route[] = [];
  await page.route("**/api/upload", (route) => void held.push(route));
  const begin = async (button: string) => {
    const before = held.length;
    await enter(logo.getByRole("button", { name: button }), [png("slow.png", 300, 300)]);
    await expect.poll(() => held.length).toBe(before + 1);
    await expect(logo.getByRole("button", { name: button })).toBeFocused();
    await expect(logo.getByRole("button", { name: button })).toBeDisabled();
    await page.keyboard.press("Tab");
    await expect(logo.getByRole("button", { name: "Cancel the upload of slow.png" })).toBeFocused();
  };
  await begin("Upload image");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(logo.getByRole("button", { name: "Upload image" })).toBeFocused();
  await begin("Upload image");
  await held.at(-1)?.continue();
  await expect(logo.getByRole("button", { name: "Replace image" })).toBeFocused();
  await begin("Replace image");
  await control(page, "Title").focus();
  await held.at(-1)?.continue();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(logo.getByRole("button", { name: "Replace image" })).toBeEnabled();
  await expect(control(page, "Title")).toBeFocused();

  await arrive(page, `/profile/${username}`, username);
  const camera = page.getByRole("button", { name: "Upload profile picture" });
  await enter(camera, [png("me.png", 300, 300, 20)]);
  await expect(page.getByText("Profile picture updated")).toBeVisible();
  await expect(camera).toBeFocused();
});

test("an image dropped on the avatar replaces it, and its upload can be canceled", async ({ newMember }) => {
  const { page, username } = await newMember();
  await arrive(page, `/profile/${username}`, username);
  const camera = page.getByRole("button", { name: "Upload profile picture" });
  await page.mouse.move(5, 700);
  // spec: profile.upload.hover
  await expect(camera).toHaveCSS("opacity", "0");
  await camera.hover();
  await expect(camera).toHaveCSS("opacity", "1");
  await camera.evaluate((button) => button.parentElement?.setAttribute("data-test", "avatar"));
  await give(page, "drop", '[data-test="avatar"]', [file("notes.txt", "text/plain", 12)]);
  await expect(page.getByRole("alert").filter({ hasText: "Invalid file type" })).toBeVisible();

  await page.route("**/profile-pic", () => {
    // No response: the test cancels the upload.
  });
  await give(page, "drop", '[data-test="avatar"]', [png("me.png", 300, 300, 20)]);
  await page.getByRole("button", { name: "Cancel the upload" }).click();
  // A file dropped outside of the avatar is ignored.
  await give(page, "drop", "h1", [png("stray.png", 320, 200)]);
  await expect(camera).toBeVisible();
  await page.unroute("**/profile-pic");
  await give(page, "drop", '[data-test="avatar"]', [png("me.png", 300, 300, 20)]);
  await expect(page.getByText("Profile picture updated")).toBeVisible();
});

const shots = (page: Page) => projectForm(page).getByRole("img", { name: /^Screenshot/ });

/** Drops files on an element, or pastes them to the page, as a browser does. */
async function give(page: Page, how: "drop" | "paste", to: string, files: Picture[]) {
  const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString("base64") }));
  await page.evaluate(
    ({ how, to, plain }) => {
      const data = new DataTransfer();
      for (const { name, mimeType, text } of plain) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      if (how === "paste") {
        document.body.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
        );
        return;
      }
      const target = document.querySelector(to);
      for (const type of ["dragenter", "dragover", "drop"]) {
        const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
        target?.dispatchEvent(event);
        // If the event is not prevented, the browser opens the file.
        if (type === "drop" && !event.defaultPrevented) throw new Error("the browser would open the file");
      }
    },
    { how, to, plain },
  );
}
