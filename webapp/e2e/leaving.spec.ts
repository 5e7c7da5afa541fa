import { readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { axeOf } from "./support/axe";
import { type Member, password, unique } from "./support/members";
import { arrive, expect, ownBoard, test } from "./support/test";

// Other journeys would list on Home what is erased here, and miss its pictures. Axe would measure colors during a transition.
test.use({ baseURL: ownBoard, contextOptions: { reducedMotion: "reduce" } });

/** What each file of a zip holds, by what its directory says. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  expect(end, "the end of the zip").toBeGreaterThan(0);
  let entry = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [nameSize, extraSize, noteSize] = [28, 30, 32].map((at) => zip.readUInt16LE(entry + at)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString("utf8", entry + 46, entry + 46 + nameSize);
    const local = zip.readUInt32LE(entry + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(begin, begin + zip.readUInt32LE(entry + 20));
    files.set(name, zip.readUInt16LE(entry + 10) === 0 ? packed : inflateRawSync(packed));
    entry += 46 + nameSize + extraSize + noteSize;
  }
  return files;
}

/** Somebody with a project, a draft, and a vote on a project of a reader's. */
async function furnish(maker: Member, reader: Member) {
  const shown = await maker.publish();
  const draft = await maker.publish({ isPublic: false });
  const other = await reader.publish();
  await maker.vote(other.id, "upvote");
  await reader.vote(shown.id, "upvote");
  return { shown, draft, other };
}

async function leave(page: Page, { username, content }: { username: string; content: string }) {
  await arrive(page, "/settings", "Settings");
  await page.getByRole("radio", { name: content }).check();
  await page.getByRole("button", { name: "Delete Account" }).click();
  const question = page.getByRole("dialog", { name: "Delete your account for good?" });
  await expect(question.getByRole("textbox", { name: "Username" })).toBeFocused();
  await page.keyboard.type(username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Account Deleted", { exact: true })).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
}

/** Nobody is behind the account any more, and its name is free. */
async function expectGone({ page, id, username }: Member) {
  const { request } = page.context();
  expect(await (await request.get("/api/auth/me")).json()).toEqual({});
  expect((await request.get(`/api/users/${id}`)).status()).toBe(404);
  expect((await request.post("/api/auth/login", { data: { username, password } })).status()).toBe(401);
  const again = await request.post("/api/auth/register", {
    data: { username, email: `${username}@example.com`, password },
  });
  expect(again.status()).toBe(201);
}

test("the export holds all data of a member in one zip", async ({ newMember }) => {
  const maker = await newMember();
  const { shown, draft, other } = await furnish(maker, await newMember());
  await arrive(maker.page, "/settings", "Settings");
  const download = maker.page.waitForEvent("download");
  await maker.page.getByRole("button", { name: "Export Your Data" }).click();
  const archive = await download;
  expect(archive.suggestedFilename()).toMatch(new RegExp(`^uvboard-${maker.username}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));
  await expect(maker.page.getByText(/is in your downloads/)).toBeVisible();

  const files = unzip(await readFile(await archive.path()));
  const json = (name: string): unknown => JSON.parse(files.get(name)?.toString() ?? "null");
  expect(files.get("README.txt")?.toString()).toContain(maker.username);
  expect(json("profile.json")).toMatchObject({
    user: { username: maker.username },
    email: `${maker.username}@example.com`,
  });
  expect(json("projects.json")).toMatchObject([
    { id: shown.id, title: shown.title },
    { id: draft.id, isPublic: false },
  ]);
  expect(json("votes.json")).toMatchObject([{ targetId: other.id, title: other.title, voteType: "upvote" }]);
  const uploads = json("uploads.json") as { file: string; shownBy: { kind: string; id: string }[] }[];
  expect(uploads.map(({ shownBy }) => shownBy)).toEqual([
    [{ kind: "project", id: shown.id }],
    [{ kind: "project", id: draft.id }],
  ]);
  for (const { file } of uploads) expect(files.get(file)?.subarray(1, 4).toString()).toBe("PNG");
});

test("an account is deleted with all it made", async ({ newMember, watch }) => {
  watch.expect(/status of 400 .*DeleteAccount/);
  // Home, where they are then, may have listed what is erased before its picture is asked for.
  watch.expect(/status of 404 .*\/uploads\//);
  const [maker, reader] = [await newMember(), await newMember()];
  const { shown, other } = await furnish(maker, reader);
  const { page } = maker;
  await arrive(page, "/settings", "Settings");
  await page.evaluate((id) => localStorage.setItem(`uvboard.recent:${id}`, "[]"), maker.id);

  // Nothing happens by accident: not without a choice, not without the name, not without the password.
  await page.getByRole("button", { name: "Delete Account" }).click();
  await expect(page.getByText("Choose what happens to your projects")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Erase everything" })).toBeFocused();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Delete Account" }).click();
  const question = page.getByRole("dialog", { name: "Delete your account for good?" });
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await question.getByRole("button", { name: "Delete everything" }).click();
  await expect(question.getByText("This is not your username")).toBeVisible();
  await expect(question.getByText("Password is required")).toBeVisible();
  await question.getByRole("textbox", { name: "Username" }).fill(maker.username.toUpperCase());
  await question.getByRole("textbox", { name: "Password" }).fill("something else");
  // An Escape in the very moment the answer shows already closes the dialog.
  await question.evaluate((dialog) => {
    new MutationObserver((_, observer) => {
      if (!dialog.textContent?.includes("The password is not correct")) return;
      observer.disconnect();
      const busy = dialog.querySelector("[data-loading]") !== null;
      document.documentElement.dataset.answered = busy ? "busy" : "free";
    }).observe(dialog, { subtree: true, childList: true, characterData: true });
  });
  await question.getByRole("button", { name: "Delete everything" }).click();
  await expect(question.getByText("The password is not correct")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-answered", "free");
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete Account" })).toBeFocused();

  await leave(page, { username: maker.username, content: "Erase everything" });
  expect(await page.evaluate((id) => localStorage.getItem(`uvboard.recent:${id}`), maker.id)).toBeNull();
  await expectGone(maker);
  const { request } = reader.page.context();
  await expect(async () => {
    expect((await request.get(`/api/projects/${shown.id}`)).status()).toBe(404);
    expect(await (await request.get(`/api/projects/${other.id}`)).json()).toMatchObject({ upvotes: 0 });
  }).toPass();
});

test("an account is deleted and its projects stay without a name", async ({ newMember }) => {
  const [maker, reader] = [await newMember(unique("leaver_")), await newMember()];
  const { shown, other } = await furnish(maker, reader);
  await leave(maker.page, { username: maker.username, content: "Keep my projects" });
  await expectGone(maker);
  await arrive(reader.page, `/projects/${shown.id}`, shown.title);
  await expect(reader.page.getByText("Deleted member").filter({ visible: true }).first()).toBeVisible();
  await expect(reader.page.getByRole("link", { name: /Deleted member|leaver_/ })).toHaveCount(0);
  const { request } = reader.page.context();
  expect(await (await request.get(`/api/projects/${other.id}`)).json()).toMatchObject({ upvotes: 1 });
  await expect(async () => {
    expect(await (await request.get(`/api/projects?search=${maker.username}`)).json()).toEqual([]);
  }).toPass();
});
