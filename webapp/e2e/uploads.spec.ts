import type { Locator, Page, Route } from "@playwright/test";
import { choose, chooseMode, control, projectForm } from "./support/form";
import { type Picture, png } from "./support/images";
import { arrive, expect, test } from "./support/test";

const file = (name: string, mimeType: string, bytes: number): Picture => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes),
});

test("an upload that is refused, fails or is canceled leaves the form as it was and says why", async ({
  newMember,
  watch,
}) => {
  watch.expect(/(status of 4\d\d|ERR_FAILED).*\/api\/upload/);
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  const logo = page.getByRole("group", { name: "Logo" });
  const why = page.getByText(/Please upload|Please choose/);
  const toast = page.getByRole("alert").filter({ hasText: "Upload Failed" });
  const publish = projectForm(page).getByRole("button", { name: "Publish" });
  let lost: "abort" | "never" | undefined;
  await page.route("**/api/upload", (route) => {
    if (lost === "abort") return route.abort();
    if (!lost) return route.continue();
    // No response: the test cancels the upload.
  });

  await test.step("files that are not images", async () => {
    const video = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\0\x08free", "latin1");
    for (const [name, buffer, message] of [
      ["page.png", Buffer.from("<!doctype html><script>alert(1)</script>"), "Please upload an image file: JPEG"],
      ["clip.png", video, "Please upload an image file: JPEG, PNG, GIF or WebP."],
      ["empty.png", Buffer.from(""), "Please choose a file that is not empty."],
    ] as const) {
      await choose(page, "Upload image", { name, mimeType: "image/png", buffer });
      // spec: error2.submit.upload
      await expect(toast).toContainText("Failed to upload logo");
      await toast.getByRole("button", { name: "Dismiss" }).click();
      // Each failed file replaces the previous one, and its error is shown once.
      await expect(logo.getByRole("button", { name: /^Give up the upload of/ })).toHaveCount(1);
      await expect(logo).toContainText(name);
      await expect(why).toHaveCount(1);
      await expect(why).toContainText(message);
      // A retry with the same file would fail again.
      await expect(page.getByRole("button", { name: /^Try again to upload/ })).toHaveCount(0);
    }
  });

  await test.step("an upload blocks saving and can be canceled", async () => {
    lost = "never";
    const chooser = page.waitForEvent("filechooser");
    await logo.getByRole("button", { name: "Upload image" }).click();
    await (await chooser).setFiles(png("slow.png", 400, 400));
    await expect(page.getByRole("progressbar", { name: "Upload of slow.png" })).toBeAttached();
    await expect(publish).toBeDisabled();
    await page.getByRole("button", { name: "Cancel the upload of slow.png" }).click();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await expect(publish).toBeEnabled();
  });

  await test.step("a failed upload can be retried", async () => {
    lost = "abort";
    await choose(page, "Upload image", png("brave.png", 300, 300));
    await expect(toast).toContainText("Failed to upload logo");
    lost = undefined;
    await page.getByRole("button", { name: "Try again to upload brave.png" }).click();
    await expect(logo.getByRole("button", { name: "Replace image" })).toBeVisible();
    await expect(page.getByText("brave.png")).toHaveCount(0);
    await expect(why).toHaveCount(0);
  });

  await test.step("an invalid file does not cancel the others", async () => {
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await chooseMode(page, "Complete Submit");
    await choose(page, "Upload screenshots", [
      png("sound.png", 320, 200, 10),
      { name: "broken.png", mimeType: "image/png", buffer: png("x", 320, 200).buffer.subarray(0, 60) },
    ]);
    // spec: error2.submit.upload
    await expect(toast).toContainText("Failed to upload media");
    await expect(shots(page)).toHaveCount(1);
    // The reason is also shown at the file, where it stays.
    await toast.getByRole("button", { name: "Dismiss" }).click();
    const screenshots = page.getByRole("group", { name: "Screenshots" });
    await expect(screenshots).toContainText("broken.png");
    await expect(screenshots).toContainText(/cannot be read|damaged|JPEG, PNG/);
  });
});

test("files are dropped and pasted, and screenshots reordered by keyboard and by dragging", async ({ newMember }) => {
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

test("keyboard focus moves to the next control when an image is uploaded or removed", async ({ newMember }) => {
  const { page } = await newMember();
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

  let held = true;
  await page.route("**/profile-pic", (route) => {
    // No response: the test cancels the upload.
    if (!held) return route.continue();
  });
  await give(page, "drop", '[data-test="avatar"]', [png("me.png", 300, 300, 20)]);
  await page.getByRole("button", { name: "Cancel the upload" }).click();
  // A file dropped outside of the avatar is ignored.
  await give(page, "drop", "h1", [png("stray.png", 320, 200)]);
  await expect(camera).toBeVisible();
  held = false;
  await give(page, "drop", '[data-test="avatar"]', [png("me.png", 300, 300, 20)]);
  const toast = page.getByRole("status").filter({ hasText: "Profile picture updated" });
  await expect(toast).toBeVisible();
  // The refusal of notes.txt may still stand beside it.
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).toHaveCount(0);
  const chooser = page.waitForEvent("filechooser");
  await camera.press("Enter");
  await (await chooser).setFiles(png("me.png", 300, 300, 40));
  await expect(toast).toBeVisible();
  await expect(camera).toBeFocused();
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
