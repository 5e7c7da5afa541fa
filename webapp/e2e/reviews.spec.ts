import { arrive, expect, ownBoard, test } from "./support/test";

test.use({ baseURL: ownBoard });

test("a member reviews the project that waits, its maker finds it useful, and the board owes one", async ({
  newMember,
}) => {
  const maker = await newMember();
  const { id, title } = await maker.publish();
  const asked = await maker.page.request.put(`/api/projects/${id}/feedback-request`, {
    data: { questions: ["Did the lamp light?"] },
  });
  expect(asked.ok()).toBe(true);

  const { page, username } = await newMember();
  await arrive(page, "/feedback", "Give feedback");
  const balance = page.getByRole("region", { name: "Your balance" });
  await expect(balance).toContainText("You haven't reviewed a project yet.");
  await expect(page.getByRole("region", { name: "Waiting for an answer" })).toContainText(title);
  await page.getByRole("button", { name: "Review a project" }).click();
  await expect(page.getByRole("article")).toContainText(title);
  const form = page.getByRole("form", { name: "Your review" });
  await form.getByRole("radio", { name: "I used it" }).check();
  await form.getByRole("textbox", { name: "What did you try?" }).fill("I printed a plate. ".repeat(10));
  await form.getByRole("textbox", { name: "Did the lamp light?" }).fill("It did, after a second press.");

  // The project and the text are there when the page is opened again.
  await arrive(page, "/feedback", "Give feedback");
  await expect(form.getByRole("textbox", { name: "Did the lamp light?" })).toHaveValue("It did, after a second press.");
  await form.getByRole("button", { name: "Send Review" }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Review a project" })).toBeFocused();
  await expect(balance).toContainText("You wrote 1 review, of which none is useful so far.");
  await expect(page.getByText("Every project has an answer")).toBeVisible();

  await arrive(maker.page, "/notifications", "Notifications");
  await expect(maker.page.getByRole("main")).toContainText(
    `@${username} reviewed your project in “Feedback on ${title}”`,
  );
  const [review] = (await (await maker.page.request.get(`/api/projects/${id}/feedback`)).json()) as { id: string }[];
  const useful = await maker.page.request.put(`/api/reviews/${review?.id}/useful`, { data: { useful: true } });
  expect(useful.ok()).toBe(true);
  await arrive(page, "/feedback", "Give feedback");
  await expect(balance).toContainText("You wrote 1 review, of which 1 is useful so far.");
  await expect(balance).toContainText("The board owes you 2 reviews");
});
