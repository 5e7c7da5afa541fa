// @vitest-environment jsdom
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ConnectRouter, ServiceImpl } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { ReviewReach } from "../../gen/uvboard/v1/feedback_pb";
import type { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import type { ForumPostSchema } from "../../gen/uvboard/v1/forum_pb";
import type { TargetType, VoteType } from "../../gen/uvboard/v1/vote_pb";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { readSaved, savedKey } from "../../lib/form/saved";
import { ago, board, kiln, maker, reader } from "./board";
import { button, openScreen, says, toasted } from "./open";

type Post = MessageInitShape<typeof ForumPostSchema>;

const said = (id: string, author: typeof maker, content: string, more: Omit<Post, "$typeName"> = {}): Post => ({
  id,
  threadId: "feedback",
  userId: author.id,
  author,
  content,
  contentHtml: `<p>${content}</p>`,
  createdAt: ago(2),
  ...more,
});
const question = said("question", reader, "Which cone does it stop at?");
const praise = said("praise", reader, "The curve is lovely.", { via: "Kiln bot" });
const answer = said("answer", maker, "Cone 10.", { parentId: "question", createdAt: ago(1) });
const review = said("review", reader, "I used it.", {
  review: {
    reach: ReviewReach.USED,
    firstImpression: "Clear at once.",
    tried: "I fired a bowl.",
    suggestion: "Warn me before cone 10.",
    answers: [{ question: "Was it too hot?", answer: "Just right." }],
  },
});

const withFeedback = { ...kiln, feedbackThreadId: "feedback", feedbackCount: 3 };
/** A board with a project with this feedback. */
const fed =
  (feedback: Post[], user?: typeof maker, feedbackCalls?: Partial<ServiceImpl<typeof FeedbackService>>) =>
  (router: ConnectRouter) => {
    const projects = [feedback.length > 0 ? withFeedback : kiln];
    board({ projects, feedback, ...(user && { user }), ...(feedbackCalls && { feedbackCalls }) })(router);
    const votes = new Map<string, VoteType>();
    const summary = (targetId: string, targetType: TargetType) => {
      const voteType = votes.get(targetId);
      return { targetId, targetType, ...(voteType && { userVote: { voteType } }) };
    };
    router.service(VoteService, {
      batchGetVoteSummaries: ({ targetIds, targetType }) => ({
        summaries: targetIds.map((targetId) => summary(targetId, targetType)),
      }),
      getVoteSummary: ({ targetId, targetType }) => ({ summary: summary(targetId, targetType) }),
      castVote: ({ targetId, voteType }) => {
        votes.set(targetId, voteType);
        return {};
      },
    });
  };

const open = (services: (router: ConnectRouter) => void) => openScreen("/projects/kiln", "Kiln log", services);
const section = async () => within(await screen.findByRole("region", { name: "Feedback" }));
const row = async (text: string) => {
  const found = (await (await section()).findByText(text)).closest("li");
  return within(found as HTMLElement);
};
const box = async (name = "Your feedback") => (await section()).findByRole<HTMLTextAreaElement>("textbox", { name });

describe("feedback on a project", () => {
  it("shows what others said, with answers, what wrote it, and a review by its parts", async () => {
    await open(fed([review, question, praise, answer]));
    const list = await section();
    await list.findByText("Cone 10.");
    expect((await row("Cone 10.")).getByText("Maker")).toBeTruthy();
    expect((await row("The curve is lovely.")).getByText("via Kiln bot")).toBeTruthy();
    const parts = (await row("Clear at once."))
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(parts).toEqual([
      ["How far I got", "I used it."],
      ["First impression", "Clear at once."],
      ["What I tried", "I fired a bowl."],
      ["One suggestion", "Warn me before cone 10."],
      ["Was it too hot?", "Just right."],
    ]);
    expect(list.queryByRole("button", { name: /unanswered|Thank|Ask for a Review/ })).toBeNull();
  });

  it("is listed by what is useful, or newest first", async () => {
    const asked: number[] = [];
    const page = await open(
      fed([question, praise], reader, {
        listProjectFeedback: ({ sort }) => {
          asked.push(sort);
          return { posts: [question, praise] };
        },
      }),
    );
    await (await section()).findByText("The curve is lovely.");
    await page.user.click((await section()).getByRole("radio", { name: "Newest" }));
    await waitFor(() => expect(asked).toEqual([0, 2]));
  });

  it("says that there is none, without a request", async () => {
    const page = await open(fed([], reader));
    await (await section()).findByText("No feedback yet. Yours would be the first.");
    expect(page.sent).not.toContain("ListProjectFeedback");
  });

  it("is sent by a member, once it has a text", async () => {
    const sent: string[] = [];
    const page = await open(
      fed([question], reader, {
        createProjectFeedback: ({ content }) => {
          sent.push(content);
          return { post: said("new", reader, content) };
        },
      }),
    );
    const text = await box();
    await page.user.click(button("Post Feedback"));
    await says(text, "Content is required");
    await page.fill(text, " It froze at 600 degrees. ");
    await page.user.click(button("Post Feedback"));
    await toasted("Feedback posted", "");
    expect(sent).toEqual(["It froze at 600 degrees."]);
    expect(text.value).toBe("");
  });

  it("of a guest is kept until the login, and stands in the box after it", async () => {
    const page = await open(fed([question]));
    await page.fill(await box(), "It froze at 600 degrees.");
    expect((await section()).queryByRole("button", { name: "Preview" })).toBeNull();
    await page.user.click(button("Post Feedback"));
    const asking = within(await screen.findByRole("dialog", { name: "Login Required" }));
    asking.getByText(/^You need to be logged in to give feedback\./);
    expect(page.sent).not.toContain("CreateProjectFeedback");
    await open(fed([question], reader));
    await waitFor(async () => expect((await box()).value).toBe("It froze at 600 degrees."));
    expect(document.activeElement).toBe(await box());
    expect(readSaved(savedKey("text", "guest", "feedback:kiln"))).toBeUndefined();
    expect(readSaved(savedKey("text", "reader", "feedback:kiln"))).toBeTruthy();
  });
});

describe("the maker", () => {
  it("sees what is unanswered, and thanks by an upvote", async () => {
    const page = await open(fed([review, question, praise, answer], maker));
    await page.user.click(await screen.findByRole("button", { name: "2 unanswered" }));
    const list = await section();
    await waitFor(() => expect(list.queryByText("Which cone does it stop at?")).toBeNull());
    const before = page.sent.length;
    await page.user.click((await row("The curve is lovely.")).getByRole("button", { name: "Thank" }));
    await waitFor(() => expect(page.sent.slice(before)).toContain("CastVote"));
    await screen.findByRole("button", { name: "1 unanswered" });
    expect(list.queryByText("The curve is lovely.")).toBeNull();
    // The others come back with the filter.
    await page.user.click(button("1 unanswered"));
    expect((await row("The curve is lovely.")).getByRole("button", { name: "Thanked" })).toBeTruthy();
  });

  it("says whether a review is useful", async () => {
    const rated: unknown[] = [];
    const page = await open(
      fed([review], maker, {
        setReviewUseful: ({ id, useful }) => {
          rated.push([id, useful]);
          return {};
        },
      }),
    );
    const useful = within(await screen.findByRole("group", { name: "Is this review useful?" }));
    await page.user.click(useful.getByRole("button", { name: "Not useful" }));
    await waitFor(() => expect(rated).toEqual([["review", false]]));
    await page.failing(
      "SetReviewUseful",
      () => page.user.click(useful.getByRole("button", { name: "Useful" })),
      "Error",
      "Failed to rate the review",
    );
  });

  it("makes an update of a suggestion, which mentions its author", async () => {
    const page = await open(fed([review], maker));
    await page.user.click((await row("Clear at once.")).getByRole("button", { name: /^More about/ }));
    await page.user.click(await screen.findByRole("menuitem", { name: "Make an Update" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Post an Update" }));
    expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "What Is New" }).value).toBe(
      "> Warn me before cone 10.\n\nThanks to @reader for the idea.\n\n",
    );
  });

  it("asks for a review, sees the place in the queue, and takes it back", async () => {
    let asked: string[] | undefined;
    const page = await open(
      fed([], maker, {
        getFeedbackRequest: () =>
          asked ? { request: { questions: asked, requestedAt: ago(0), isOwed: true, ahead: 3 } } : {},
        setFeedbackRequest: ({ questions }) => {
          asked = questions.filter(Boolean);
          return {};
        },
        deleteFeedbackRequest: () => {
          asked = undefined;
          return { success: true };
        },
      }),
    );
    const box = within(await screen.findByRole("group", { name: "Review by a member" }));
    await waitFor(() =>
      expect(box.getByRole<HTMLButtonElement>("button", { name: "Ask for a Review" }).disabled).toBe(false),
    );
    await page.user.click(box.getByRole("button", { name: "Ask for a Review" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Ask for a Review" }));
    await page.fill(dialog.getByRole("textbox", { name: "Question 2" }), "Was it too hot?");
    await page.user.click(dialog.getByRole("button", { name: "Ask for a Review" }));
    await toasted("You asked for a review", "We'll tell you when it's written.");
    await box.findByText("Was it too hot?");
    expect(asked).toEqual(["Was it too hot?"]);
    box.getByText(
      "3 projects get a reviewer first. Projects without an answer go first. We owe you this one, so it goes before others like it.",
    );
    await page.failing(
      "DeleteFeedbackRequest",
      async () => {
        await page.user.click(box.getByRole("button", { name: "Take Back" }));
        await page.user.click(await screen.findByRole("button", { name: "Take back" }));
      },
      "Error",
      "Failed to take the request back",
    );
    await page.user.click(box.getByRole("button", { name: "Take Back" }));
    await page.user.click(await screen.findByRole("button", { name: "Take back" }));
    await box.findByText("Get a review");
  });
});
