import { password, unique } from "./support/members";
import { arrive, expect, ownBoard, test } from "./support/test";

test("a guest writes feedback and registers, another browser sees it live, and the maker thanks and answers", async ({
  page,
  newMember,
}) => {
  const maker = await newMember();
  const { id, title, path } = await maker.publish();

  const own = maker.page;
  const following = own.waitForResponse(/LiveService\/Subscribe/);
  await arrive(own, `/projects/${id}`, title);
  await following;

  await arrive(page, `/projects/${id}`, title);
  await expect(page.getByRole("link", { name: "Give Feedback" })).toHaveAttribute("href", /#feedback$/);
  const box = page.getByRole("textbox", { name: "Your feedback" });
  await box.fill("The lamp flickers on **every** second plate.");
  await page.getByRole("button", { name: "Post Feedback" }).click();
  await page.getByRole("dialog", { name: "Login Required" }).getByRole("link", { name: "Sign Up" }).click();
  const username = unique("guest_");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.com`);
  for (const name of ["Password", "Confirm Password"]) await page.getByLabel(name, { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(path);
  await expect(box).toHaveValue("The lamp flickers on **every** second plate.");
  await expect(box).toBeFocused();
  await expect(box).toBeInViewport();
  await page.getByRole("button", { name: "Post Feedback" }).click();
  const feedback = page.getByRole("region", { name: "Feedback" });
  await expect(feedback.getByRole("listitem")).toContainText("The lamp flickers on every second plate.");
  await expect(box).toHaveValue("");

  // The first feedback has made the channel and the thread.
  const row = own.getByRole("region", { name: "Feedback" }).getByRole("listitem");
  await expect(row).toContainText("The lamp flickers on every second plate.");
  await expect(own.getByRole("link", { name: "View Forum Channel" })).toBeVisible();
  await expect(own.getByRole("link", { name: `Feedback on ${title}` })).toBeVisible();

  // A project that is published for the first time is in the queue.
  await own.getByRole("button", { name: "Add Questions" }).click();
  const asking = own.getByRole("dialog", { name: "Questions for Your Reviewer" });
  await asking.getByRole("textbox", { name: "Question 1" }).fill("Did the plates dry?");
  await asking.getByRole("button", { name: "Save Questions" }).click();
  await expect(own.getByRole("group", { name: "Review by a member" })).toContainText("Did the plates dry?");

  await row.getByRole("button", { name: "Thank" }).click();
  await expect(row.getByRole("button", { name: "Thanked" })).toHaveAttribute("aria-pressed", "true");
  await row.getByRole("button", { name: "Reply", exact: true }).click();
  await row.getByRole("textbox").fill("Which lamp is it?");
  await row.getByRole("button", { name: "Post Reply" }).click();
  await expect(feedback.getByRole("listitem").filter({ hasText: "Which lamp is it?" }).last()).toContainText("Maker");
  await expect(feedback.getByRole("status", { name: "Net score" }).first()).toHaveText("1");
});

test.describe("on a server without other projects", () => {
  test.use({ baseURL: ownBoard });

  test("a maker says that a review is useful", async ({ newMember }) => {
    const maker = await newMember();
    const { id, title } = await maker.publish();
    const questions = ["Did the plates dry?"];
    await maker.page.request.put(`/api/projects/${id}/feedback-request`, { data: { questions } });
    const { request } = (await newMember()).page;
    const { review } = await (await request.post("/api/reviews/next", { data: {} })).json();
    const broke = "The second plate was blank, and the lamp flickered. ".repeat(5);
    const data = { reach: "used", broke, answers: ["They did."] };
    expect((await request.post(`/api/reviews/${review.id}`, { data })).status()).toBe(201);

    const { page } = maker;
    await arrive(page, `/projects/${id}`, title);
    const row = page.getByRole("region", { name: "Feedback" }).getByRole("listitem");
    await expect(row).toContainText("Did the plates dry?They did.");
    const useful = row.getByRole("button", { name: "Useful", exact: true });
    await useful.click();
    await expect(useful).toHaveAttribute("aria-pressed", "true");
    const stored = async () => (await (await request.get(`/api/projects/${id}/feedback`)).json())[0].review.isUseful;
    await expect.poll(stored).toBe(true);
  });
});
