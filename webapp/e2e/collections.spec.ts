import type { CDPSession, Locator, Page } from "@playwright/test";
import { png } from "./support/images";
import { arrive, expect, test } from "./support/test";

test("a member collects projects, puts them in order with notes, and shows the collection to others", async ({
  newMember,
  page: guest,
}) => {
  const maker = await newMember();
  const first = await maker.publish();
  const second = await maker.publish();

  const { page, username } = await newMember();
  await arrive(page, `/projects/${first.id}`, first.title);
  await page.getByRole("button", { name: "More about this project" }).click();
  await page.getByRole("menuitem", { name: "Add to Collection" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to Collection" });
  await dialog.getByRole("textbox", { name: "New collection" }).fill("Warm things");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Warm things" })).toBeChecked();
  const [collection] = (await (await page.request.get("/api/collections")).json()) as { id: string }[];
  const item = `/api/collections/${collection?.id}/items/${second.id}`;
  expect((await page.request.put(item, { data: {} })).ok()).toBe(true);
  await page.keyboard.press("Escape");

  await page
    .getByRole("banner")
    .getByRole("button", { name: `@${username}` })
    .click();
  await page.getByRole("menuitem", { name: "Collections" }).click();
  await expect(page.getByText("2 projects")).toBeVisible();
  await page.getByRole("link", { name: "Warm things" }).click();
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.getByRole("link")).toHaveText([first.title, second.title]);
  const handle = page.getByRole("button", { name: `Move ${second.title}`, exact: true });
  await expect(handle).toBeEnabled();
  await handle.press("Space");
  await expect(page.getByText(`${second.title} picked up`)).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(`${second.title}, place 1 of 2`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(page.getByText(`${second.title} moved to place 1 of 2`)).toBeAttached();
  await expect(rows.getByRole("link")).toHaveText([second.title, first.title]);
  await page.getByRole("button", { name: `Edit the note on ${first.title}` }).click();
  await page.getByRole("textbox", { name: `Note on ${first.title}` }).fill("It holds 1,280 °C.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(rows.nth(1)).toContainText("It holds 1,280 °C.");

  // Others see it once it is public.
  const address = new URL(page.url()).pathname;
  expect((await guest.request.get(`/api${address}`)).status()).toBe(404);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("switch", { name: "Public" }).check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Private")).toHaveCount(0);
  await arrive(guest, `/profile/${username}?tab=collections`, username);
  await guest.getByRole("link", { name: "Warm things" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Warm things" })).toBeVisible();
  await expect(guest.getByText("It holds 1,280 °C.")).toBeVisible();
  await expect(guest.getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
  await expect(guest).toHaveTitle(/Warm things/);

  // What is removed comes back to its place with its note.
  await page.getByRole("button", { name: `Remove ${first.title}` }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows.nth(1)).toContainText("It holds 1,280 °C.");
  await expect(rows.getByRole("link")).toHaveText([second.title, first.title]);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "You have no collections yet" })).toBeVisible();
});

type Hand = {
  press: (x: number, y: number) => Promise<void>;
  move: (x: number, y: number) => Promise<void>;
  lift: () => Promise<void>;
};

function mouseOf({ mouse }: Page): Hand {
  return {
    press: async (x, y) => {
      await mouse.move(x, y);
      await mouse.down();
    },
    move: (x, y) => mouse.move(x, y, { steps: 8 }),
    lift: () => mouse.up(),
  };
}

function fingerOf(session: CDPSession): Hand {
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints }).then(() => {});
  return {
    press: (x, y) => send("touchStart", [{ x, y }]),
    move: (x, y) => send("touchMove", [{ x, y }]),
    lift: () => send("touchEnd", []),
  };
}

async function middle(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("not on the page");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("the owner drags a project by mouse and by touch, and the list has its pictures in the new order", async ({
  newMember,
}) => {
  const maker = await newMember();
  const cover = await maker.upload(png("cover.png", 1280, 800, 230));
  const projects = [
    await maker.publish({ media: { screenshots: [cover], videos: [] } }),
    await maker.publish(),
    await maker.publish(),
  ];
  const titles = projects.map(({ title }) => title);
  const { page } = await newMember();
  const made = await page.request.post("/api/collections", { data: { title: "In order" } });
  const { id } = (await made.json()) as { id: string };
  for (const project of projects) await page.request.put(`/api/collections/${id}/items/${project.id}`, { data: {} });

  await arrive(page, `/collections/${id}`, "In order");
  const rows = page.getByRole("main").getByRole("listitem");
  const handle = (title: string | undefined) => page.getByRole("button", { name: `Move ${title}`, exact: true });
  const [first, second, third] = titles;
  const drag = async (hand: Hand, title: string | undefined, to: string | undefined) => {
    await expect(handle(title)).toBeEnabled();
    const from = await middle(handle(title));
    await hand.press(from.x, from.y);
    await expect(page.locator("[data-dnd-dragging]")).toHaveCount(1);
    const at = await middle(handle(to));
    await hand.move(at.x, (from.y + at.y) / 2);
    await hand.move(at.x, at.y);
    await expect(page.getByText(`${title}, place`)).toBeAttached();
    await hand.lift();
    await expect(page.locator("[data-dnd-dragging]")).toHaveCount(0);
  };
  await drag(mouseOf(page), first, third);
  await expect(rows.getByRole("link")).toHaveText([second, third, first] as string[]);
  await drag(fingerOf(await page.context().newCDPSession(page)), first, second);
  await expect(rows.getByRole("link")).toHaveText([first, second, third] as string[]);
  await page.reload();
  await expect(rows.getByRole("link")).toHaveText([first, second, third] as string[]);

  await arrive(page, "/collections", "Collections");
  const card = page.getByRole("listitem").filter({ hasText: "In order" });
  await expect(card.locator("img")).toHaveCount(1);
  await expect(card.locator("img")).toHaveAttribute("src", cover);
});
