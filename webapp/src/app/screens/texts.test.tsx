// @vitest-environment jsdom
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { screen, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { BoardPageName } from "../../gen/uvboard/v1/board_pb";
import { BoardService } from "../../gen/uvboard/v1/board_service_pb";
import { Role } from "../../gen/uvboard/v1/user_pb";
import { board, maker } from "./board";
import { openScreen, toasted } from "./open";

const at = timestampFromDate(new Date("2026-11-20T12:00:00Z"));

/** A board whose admins have written the guidelines. It returns the texts that it is sent, by page. */
function texts() {
  const sent = new Map<BoardPageName, string>();
  const own = new Map([[BoardPageName.GUIDELINES, "Be kind."]]);
  const page = (name: BoardPageName) => {
    const content = own.get(name) ?? "";
    return {
      page: { page: name, content, contentHtml: content && `<p>${content}</p>`, updatedAt: content ? at : undefined },
    };
  };
  const services = (router: ConnectRouter) => {
    board({ user: { ...maker, role: Role.ADMIN, isAdmin: true } })(router);
    router.service(BoardService, {
      getBoardPage: (request) => page(request.page),
      updateBoardPage: (request) => {
        sent.set(request.page, request.content);
        own.set(request.page, request.content);
        return page(request.page);
      },
    });
  };
  return { sent, services };
}

describe("texts of the board", () => {
  it.each([
    ["/guidelines", "Guidelines", "Be kind.", "Vote fairly"],
    ["/about", "Our Story", "Community first", "Be kind."],
  ])("%s has the board's text, or the product's", async (path, heading, has, lacks) => {
    await openScreen(path, heading, texts().services);
    await screen.findByText(has);
    expect(screen.queryByText(lacks)).toBeNull();
  });

  it("goes back to the default after a question", async () => {
    const { sent, services } = texts();
    const page = await openScreen("/admin?tab=texts&show=guidelines", "Admin Dashboard", services);
    await screen.findByText("Your text");
    await page.user.click(screen.getByRole("button", { name: "Back to the default" }));
    const asking = within(await screen.findByRole("dialog"));
    await page.user.click(asking.getByRole("button", { name: "Back to the default" }));
    await toasted("Saved", "Guidelines has the built-in text.");
    await screen.findByText("Built-in text");
    expect([...sent]).toEqual([[BoardPageName.GUIDELINES, ""]]);
  });

  it("starts from the built-in text", async () => {
    const page = await openScreen("/admin?tab=texts&show=pricing", "Admin Dashboard", texts().services);
    await page.user.click(await screen.findByRole("button", { name: "Start from the built-in text" }));
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Promises on Pricing/ });
    expect(field.value).toBe(
      "- Free for everyone, forever\n\n- No paywalls or premium tiers\n\n- Your content stays yours",
    );
  });
});
