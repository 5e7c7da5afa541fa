// @vitest-environment jsdom
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import { bare, board, kiln, reader } from "./board";
import { button, openScreen, says, toasted } from "./open";

const hour = 60 * 60 * 1000;
const stats = { days: 30, shown: 40, answeredWithin48h: 36, medianHours: 5, unanswered: 1 };
const review = {
  id: "review",
  project: kiln,
  questions: ["Is the curve readable?"],
  expiresAt: timestampFromMs(Date.now() + 48 * hour),
};

type Options = {
  user?: typeof reader;
  queue?: (typeof review)[];
  waiting?: (typeof bare)[];
  /** Why the server refuses a project and a skip. */
  refused?: { assign?: string; skip?: string };
};

const refuse = (message: string | undefined) => {
  if (message) throw new ConnectError(message, Code.ResourceExhausted);
};

const services =
  ({ user, queue = [review], waiting = [], refused = {} }: Options) =>
  (router: ConnectRouter) => {
    const left = [...queue];
    board({ user, projects: [kiln], waiting })(router);
    router.service(FeedbackService, {
      getAnswerStats: () => ({ stats }),
      getReviewBalance: () => ({ balance: { given: 3, useful: 2, owed: 1, received: 0 } }),
      assignReview: () => {
        refuse(refused.assign);
        return { review: left[0] };
      },
      skipReview: () => {
        refuse(refused.skip);
        left.shift();
        return { success: true };
      },
      writeReview: () => {
        left.shift();
        return { post: { id: "post" } };
      },
    });
  };

const open = (options: Options) => openScreen("/feedback", "Give feedback", services(options));
const started = async (options: Options = { user: reader }) => {
  const page = await open(options);
  await page.user.click(await screen.findByRole("button", { name: "Review a project" }));
  const form = within(await screen.findByRole("form", { name: "Your review" }));
  return { page, form, field: (name: RegExp) => form.getByRole<HTMLTextAreaElement>("textbox", { name }) };
};
const asked = (sent: string[]) => sent.filter((method) => method === "AssignReview").length;

describe("the queue of reviews", () => {
  it("tells a guest what it is, and leads to the login", async () => {
    const page = await open({ waiting: [bare] });
    const main = within(screen.getByRole("main"));
    expect((await main.findByRole("link", { name: "Log in to review" })).getAttribute("href")).toBe("/login");
    main.getByText(/^You get the project that has waited longest/);
    await main.findByText(
      "Of 40 projects shown in the last 30 days, 36 got an answer within 48 hours. Half of the first answers came within 5 hours. 1 still has none after 48 hours.",
    );
    await main.findByRole("link", { name: "Bare clay" });
    expect(main.getByRole("link", { name: "All rules" }).getAttribute("href")).toBe("/feedback/rules");
    expect(page.sent).not.toContain("GetReviewBalance");
    expect(asked(page.sent)).toBe(0);
  });

  it("assigns nothing before the button is pressed, and says what the member gave and is owed", async () => {
    const page = await open({ user: reader });
    await screen.findByText("You wrote 3 reviews, of which 2 are useful so far.");
    screen.getByText("Your projects have no review yet.");
    screen.getByText("The board owes you 1 review.");
    await screen.findByText("Every project has an answer");
    expect(asked(page.sent)).toBe(0);
  });

  it("shows the project, the maker's questions and the time, and again on return without a press", async () => {
    const { page } = await started();
    const card = within(screen.getByRole("article"));
    const project = card.getByRole("link", { name: "Kiln log" });
    expect([project.getAttribute("href"), project.getAttribute("target")]).toEqual(["/projects/kiln", "_blank"]);
    expect(card.getByRole("link", { name: "Open Demo" }).getAttribute("target")).toBe("_blank");
    card.getByText("Is the curve readable?");
    screen.getByText(/^It's yours until \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/);
    await page.go("/about");
    await screen.findByRole("heading", { name: "Our Story" });
    await page.go("/feedback");
    await screen.findByRole("form", { name: "Your review" });
    expect(asked(page.sent)).toBe(2);
  });

  it("of nothing says so", async () => {
    const page = await open({ user: reader, queue: [] });
    await page.user.click(await screen.findByRole("button", { name: "Review a project" }));
    await screen.findByRole("heading", { name: "No project waits for you" });
    await page.user.click(button("Look again"));
    await waitFor(() => expect(asked(page.sent)).toBe(2));
  });

  it("says why a member gets no project", async () => {
    const assign = "Makers found most of your last reviews not useful, so you get one project a week for now.";
    const page = await open({ user: reader, refused: { assign } });
    await page.user.click(await screen.findByRole("button", { name: "Review a project" }));
    await screen.findByRole("heading", { name: "You have no project to review" });
    screen.getByText(assign);
  });
});

describe("the form of a review", () => {
  it("counts what is written, and says what is missing", async () => {
    const { page, form, field } = await started();
    form.getByText("0 of at least 200 characters");
    await page.fill(field(/^What broke/), "  no crash  ");
    form.getByText("8 of at least 200 characters");
    await page.user.click(button("Send Review"));
    await form.findByText("Please say how far you got");
    await says(field(/^First impression/), "A review must have at least 200 characters in all");
    expect(page.sent).not.toContain("WriteReview");
  });

  it("says which answer is too long", async () => {
    const { page, field } = await started();
    await page.fill(field(/^Is the curve readable/), "x".repeat(801));
    await page.user.click(button("Send Review"));
    await says(field(/^Is the curve readable/), "An answer must be 800 characters or less");
  });

  it("is sent, and leads to the review and to the next project", async () => {
    const { page, form, field } = await started({
      user: reader,
      queue: [review, { ...review, id: "2", project: bare }],
    });
    await page.user.click(form.getByRole("radio", { name: "I used it" }));
    await page.fill(field(/^First impression/), "It looks like a log. ".repeat(8));
    await page.fill(field(/^Is the curve readable/), "Mostly, but the axis has no unit.");
    form.getByText("200 characters");
    await page.pending("WriteReview", () => page.user.click(button("Send Review")), "Sending...");
    await screen.findByRole("heading", { name: "Thank you" });
    expect(screen.getByRole("link", { name: "See your review" }).getAttribute("href")).toBe("/projects/kiln#feedback");
    expect(localStorage.getItem("uvboard.text:reader:review:kiln")).toBeNull();
    await page.user.click(button("Review another project"));
    await within(await screen.findByRole("article")).findByRole("link", { name: "Bare clay" });
  });

  it("keeps its text when it fails, and when the page is left", async () => {
    const { page, form, field } = await started();
    await page.user.click(form.getByRole("radio", { name: "I used it" }));
    const text = "It looks like a log. ".repeat(10).trim();
    await page.fill(field(/^First impression/), text);
    page.fail("WriteReview", new ConnectError("", Code.Internal));
    await page.user.click(button("Send Review"));
    await form.findByText("Failed to send the review");
    expect(field(/^First impression/).value).toBe(text);
    await page.go("/about");
    await screen.findByRole("heading", { name: "Our Story" });
    await page.go("/feedback");
    const again = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^First impression/ });
    expect(again.value).toBe(text);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "I used it" }).checked).toBe(true);
  });
});

describe("a skip", () => {
  it("leads to the next project at once", async () => {
    const { page } = await started({ user: reader, queue: [review, { ...review, id: "2", project: bare }] });
    await page.user.click(button("Skip this project"));
    await within(await screen.findByRole("article")).findByRole("link", { name: "Bare clay" });
  });

  it("of a project with a text asks first", async () => {
    const { page, field } = await started({ user: reader, queue: [review, { ...review, id: "2", project: bare }] });
    await page.fill(field(/^What broke/), "Nothing.");
    await page.user.click(button("Skip this project"));
    const dialog = within(await screen.findByRole("dialog"));
    expect(page.sent).not.toContain("SkipReview");
    await page.user.click(dialog.getByRole("button", { name: "Skip" }));
    await within(await screen.findByRole("article")).findByRole("link", { name: "Bare clay" });
    expect(localStorage.getItem("uvboard.text:reader:review:kiln")).toBeNull();
  });

  it("that is refused says so and keeps the project", async () => {
    const skip = "You've skipped three projects today. Come back tomorrow.";
    const { page } = await started({ user: reader, refused: { skip } });
    await page.user.click(button("Skip this project"));
    await toasted("Not skipped", skip);
    screen.getByRole("form", { name: "Your review" });
  });

  it("of a project that is another's by now leads to the next", async () => {
    const { page } = await started();
    page.fail("SkipReview", new ConnectError("", Code.NotFound));
    await page.user.click(button("Skip this project"));
    await waitFor(() => expect(asked(page.sent)).toBe(2));
  });
});
