import { choose, chooseMode, fillQuick, projectForm } from "./support/form";
import { unique } from "./support/members";
import { arrive, expect, test } from "./support/test";

test("an uploaded video plays on the project page", async ({ newMember }) => {
  const { page } = await newMember();
  await arrive(page, "/submit", "Submit Project");
  // The browser records the video: two seconds of a square that changes its color.
  const recorded = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const pen = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm;codecs=vp8" });
    const parts: Blob[] = [];
    recorder.ondataavailable = (event) => parts.push(event.data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 50; frame++) {
      if (pen) pen.fillStyle = `hsl(${frame * 7} 80% 50%)`;
      pen?.fillRect(0, 0, 64, 64);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await stopped;
    return Array.from(new Uint8Array(await new Blob(parts).arrayBuffer()));
  });
  const title = unique("Moving ");
  await fillQuick(page, title);
  await chooseMode(page, "Complete Submit");
  await choose(page, "Upload videos", { name: "clip.webm", mimeType: "video/webm", buffer: Buffer.from(recorded) });
  await expect(projectForm(page).locator("video")).toHaveAttribute("src", /^\/uploads\/.*\/video\.webm$/);
  await chooseMode(page, "Quick Submit");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  // spec: project.gallery.videos
  const video = page.getByLabel(`Video of ${title}`);
  await expect(video).toBeVisible();
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.3);
  expect(await video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.error])).toEqual([64, null]);
});
