import type { ConnectRouter } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { DonationService } from "../../gen/uvboard/v1/donation_service_pb";
import { bare, board } from "./board";
import { renderScreen } from "./render";

const pricing = (publishableKey: string, projects = [bare]) =>
  renderScreen("/pricing", (router: ConnectRouter) => {
    board({ projects, features: { donations: publishableKey !== "" } })(router);
    router.service(DonationService, {
      getDonationSettings: () => ({ enabled: publishableKey !== "", publishableKey }),
    });
  });

describe("Pricing", async () => {
  const on = await pricing("pk_test_1");
  const card = on.part("section", "Support Our Mission");

  it("is free", () => {
    // spec: pricing.headline
    expect(on.html).toMatch(/<h1[^>]*>UV Board is Free Forever<\/h1>/);
    // spec: product.free.donations
    expect(on.text).toContain("No paywalls, no premium tiers. Chip in for the servers if you like.");
  });

  it("shows the numbers of the community", async () => {
    // spec: pricing.stats, pricing.stats.plus
    expect(on.text).toContain("14+\nProjects Launched\n30+\nActive Vibers\n5+\nForum Channels");
    // spec: pricing.stats.zero
    expect((await pricing("", [])).text).toContain("0\nProjects Launched\n0\nActive Vibers\n0\nForum Channels");
  });

  it("has four tiers and a custom amount", () => {
    // spec: pricing.support, entity.donation.tier
    expect(card.text).toContain(
      [
        // spec: const.tier.5
        "$5Coffee SupporterKeep the servers running",
        // spec: const.tier.10
        "$10Community BuilderHelp the community grow",
        // spec: const.tier.25
        "$25Platform ChampionSupport new features",
        // spec: const.tier.50
        "$50Founding MemberHelp shape what comes next",
      ].join("\n"),
    );
    // spec: pricing.custom, pricing.hint
    expect(card.text).toContain("Custom Amount\n$\nDonate Custom Amount\nMinimum donation: $1.00");
    // spec: donation.input
    expect(card.html).toMatch(/<input[^>]* min="1" step="0.01"/);
    expect(card.html).not.toContain("disabled=");
  });

  it("says what donations are for", () => {
    // spec: pricing.enables
    expect(on.text).toContain("What Your Support Enables\nFast, reliable servers");
    // spec: pricing.promise
    expect(on.text).toContain("Our Promise\nFree for everyone, forever");
  });

  it("asks for nothing while donations are off", async () => {
    const off = await pricing("");
    expect(off.text).toContain("UV Board is Free Forever\nNo paywalls, no premium tiers.\n");
    expect(off.text).toContain("Our Promise");
    for (const plea of ["Support", "Donat", "Chip in"]) expect(off.text).not.toContain(plea);
  });
});
