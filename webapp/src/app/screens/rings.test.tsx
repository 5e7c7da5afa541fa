// @vitest-environment jsdom
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { screen, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { RingKind, RingState } from "../../gen/uvboard/v1/ring_pb";
import { RingService } from "../../gen/uvboard/v1/ring_service_pb";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { board, reader } from "./board";
import { openScreen, toasted } from "./open";

const at = timestampFromDate(new Date("2026-11-20T12:00:00Z"));
const findings = "10 new accounts upvoted things of one member. 10 did little else.";
const rules = { confirmedEmail: true, minAccountHours: 24, entryVotes: 2, perOwnerInTen: 1 };

describe("held votes", () => {
  const open = (user: typeof reader | undefined, isHeld: boolean) => {
    let appeal = "";
    const held = () => ({
      held: isHeld
        ? { isHeld, heldAt: at, findings: [findings], canAppeal: !appeal, appeal, appealedAt: appeal ? at : undefined }
        : {},
    });
    return openScreen("/fair", "Fair Votes", (router: ConnectRouter) => {
      board({ user })(router);
      router.service(VoteService, { getFairRules: () => ({ rules }) });
      router.service(RingService, {
        getHeldVotes: held,
        appealHeldVotes: ({ message }) => {
          appeal = message;
          return held();
        },
      });
    });
  };

  it("says why, and takes one appeal", async () => {
    const page = await open(reader, true);
    await screen.findByRole("heading", { name: "Your votes are held" });
    screen.getByText(findings);
    const form = within(screen.getByRole("form", { name: "Appeal" }));
    await page.user.click(form.getByRole("button", { name: "Send appeal" }));
    await form.findByText("Message is required");
    expect(page.sent).not.toContain("AppealHeldVotes");
    await page.user.type(form.getByRole("textbox"), "We are a class.");
    await page.user.click(form.getByRole("button", { name: "Send appeal" }));
    await screen.findByText(/“We are a class\.”/);
    screen.getByText("An admin will read it. We'll tell you when your votes count again.");
    expect(screen.queryByRole("form", { name: "Appeal" })).toBeNull();
  });

  it("says nothing to others, and asks nothing for a guest", async () => {
    const page = await open(undefined, true);
    await screen.findByRole("heading", { name: "Held votes" });
    expect(page.sent).not.toContain("GetHeldVotes");
    expect(screen.queryByText("Your votes are held")).toBeNull();
  });
});

describe("the tab Rings", () => {
  it("shows what was found and what members say, and releases a ring in one press", async () => {
    const decided: { id: string; state: RingState; reason: string }[] = [];
    const ring = {
      id: "ring",
      kind: RingKind.CROWD,
      state: RingState.HELD,
      findings,
      memberCount: 60,
      members: [
        {
          user: { id: "u1", username: "ada", viberTag: "@ada" },
          registeredAt: at,
          votesGiven: 1,
          appeal: "I am a person.",
        },
        { user: { id: "u2", username: "bob", viberTag: "@bob" }, registeredAt: at, votesGiven: 2 },
      ],
      targets: [{ id: "kiln", title: "Kiln log", path: "/projects/kiln", upvotes: 60 }],
      createdAt: at,
    };
    const page = await openScreen("/admin?tab=rings", "Admin Dashboard", (router: ConnectRouter) => {
      board({ user: { ...reader, isAdmin: true } })(router);
      router.service(RingService, {
        listRings: ({ state }) => {
          const now = decided.length > 0 ? RingState.RELEASED : RingState.HELD;
          return {
            rings: state === now ? [{ ...ring, state, decidedAt: at, reason: decided[0]?.reason ?? "" }] : [],
          };
        },
        updateRing: ({ id, state, reason }) => {
          decided.push({ id, state, reason });
          return {};
        },
      });
    });
    const one = within(await screen.findByRole("article", { name: "60 accounts" }));
    one.getByText(findings);
    one.getByText("1 appeal");
    one.getByText("I am a person.");
    expect(one.getByRole("link", { name: "Kiln log" }).getAttribute("href")).toBe("/projects/kiln");
    await page.user.click(one.getByRole("button", { name: "Show the accounts" }));
    await one.findByText("And 58 more.");
    await page.user.click(one.getByRole("button", { name: "Release" }));
    await toasted("Success", "Their votes count again.");
    expect(decided).toEqual([{ id: "ring", state: RingState.RELEASED, reason: "They are people" }]);
    await screen.findByRole("heading", { name: "No votes are held" });
    await page.user.click(screen.getByRole("radio", { name: "Released" }));
    await screen.findByRole("button", { name: "Hold again" });
  });
});
