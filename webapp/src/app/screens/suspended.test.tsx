// @vitest-environment jsdom
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/dom";
import { expect, it } from "vitest";
import { AppealStatus } from "../../gen/uvboard/v1/appeal_pb";
import { AppealService } from "../../gen/uvboard/v1/appeal_service_pb";
import { board, reader, thread } from "./board";
import { openScreen } from "./open";

const until = timestampFromDate(new Date("2199-03-04T05:06:00Z"));

it.each([
  ["until a time", { until }, "Your account is suspended until 4 Mar 2199, 05:06 UTC."],
  ["for good", {}, "Your account is banned."],
])("a user who is suspended %s is told so on every screen", async (_how, suspension, sentence) => {
  const user = { ...reader, suspension: { ...suspension, reason: "Too loud" } };
  for (const path of ["/", "/profile/reader", "/forum/thread/thread"]) {
    await openScreen(path, /./, board({ user, threads: [thread] }));
    await waitFor(() => {
      const notes = screen.getAllByRole("note").map((note) => note.textContent);
      expect(notes.join()).toContain(
        `${sentence} Reason: Too loud You can read everything, but not post, vote or edit.`,
      );
    });
  }
});

it("a suspended user appeals in the notice, and loses nothing typed if it fails", async () => {
  let failed = false;
  let message = "";
  const serve = (router: ConnectRouter) => {
    board({ user: { ...reader, suspension: { until, reason: "Too loud" } } })(router);
    router.service(AppealService, {
      getDecision: () => ({
        decision: {
          action: "suspend",
          reason: "Too loud",
          appeal: message ? { message, status: AppealStatus.OPEN } : undefined,
        },
      }),
      createAppeal: (request) => {
        if (!failed) {
          failed = true;
          throw new ConnectError("The server is busy. Please try again.", Code.Unavailable);
        }
        message = request.message;
        return { appeal: { message } };
      },
    });
  };
  const { user } = await openScreen("/about", /./, serve);
  await user.click(await screen.findByRole("button", { name: "appeal once" }));
  const field = await screen.findByRole("textbox", { name: "Why should it be reversed?" });
  await user.type(field, "I whisper now.");
  const send = screen.getByRole("button", { name: "Send Appeal" });
  await user.click(send);
  await screen.findByText("The server is busy. Please try again.");
  expect((field as HTMLTextAreaElement).value).toBe("I whisper now.");
  await user.click(screen.getByRole("button", { name: "Send Appeal" }));
  await screen.findByText(/Your appeal waits for a moderator/);
  expect(message).toBe("I whisper now.");
});
