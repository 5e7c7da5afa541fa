import { describe, expect, it } from "vitest";
import { board, maker } from "./board";
import { renderScreen } from "./render";

const text = async (path: string) => (await renderScreen(path, board())).text;

describe("the layout", () => {
  it("has a header and a footer", async () => {
    const screen = await renderScreen("/about", board());
    // spec: layout.header.login
    expect(screen.part("header", "Login").href("Login")).toBe("/login");
    // spec: layout.header.logo
    expect(screen.part("header", "Login").href("UV Board home")).toBe("/");
    const footer = screen.part("footer", "Privacy");
    // spec: layout.footer.about
    expect(footer.part("nav", "Our Story").links.map(({ name, href }) => `${name} ${href}`)).toEqual([
      "Our Story /about",
      "Pricing /pricing",
      "Guidelines /guidelines",
      "Fair Votes /fair",
      "Reputation /reputation",
    ]);
    expect(footer.html).toContain('aria-label="About"');
    // spec: layout.footer.resources
    expect(footer.part("nav", "News").links.map(({ name, href }) => `${name} ${href}`)).toEqual([
      "News /news",
      "Stories /blog",
      "Weekly /weekly",
      "VibeKit /toolkit",
      "API /docs/api",
    ]);
    expect(footer.part("nav", "Explore").links.map(({ href }) => href)).toEqual([
      "/search",
      "/top",
      "/forum",
      "/feedback",
    ]);
    expect(footer.html).toContain('aria-label="Resources"');
    // spec: layout.footer.bottom
    expect(footer.links.slice(-3).map(({ name, href }) => `${name} ${href}`)).toEqual([
      "Privacy /privacy",
      "Terms /terms",
      "Contact /contact",
    ]);
    // spec: layout.footer.copyright
    expect(footer.text).toContain(`© 2024–${new Date().getFullYear()} UV Board`);
  });

  // spec: layout.header.everywhere, layout.footer.everywhere
  it.each(["/", "/forum", "/login", "/nowhere"])("frames %s", async (path) => {
    const screen = await renderScreen(path, board());
    expect(screen.part("header", "Login").href("UV Board home")).toBe("/");
    expect(screen.part("footer", "Privacy").href("Terms")).toBe("/terms");
  });

  it("shows who is logged in", async () => {
    const of = async (user: object) =>
      (await renderScreen("/about", board({ user: { id: "1", username: "kilnfire", ...user } }))).part("header", "@")
        .text;
    // spec: layout.header.initial, layout.header.vibertag
    expect(await of({ displayName: "zoë", viberTag: "@kiln" })).toMatch(/Z@kiln/);
    expect(await of({})).toMatch(/K@kilnfire/);
  });
});

describe("static pages", () => {
  it("Our Story", async () => {
    const about = await text("/about");
    // spec: about.mission
    expect(about).toContain("Our Mission\n");
    expect(about).toContain("a space to share, discuss and grow projects");
    // spec: about.values
    for (const value of ["Community first", "Open sharing", "Supportive growth", "Quality content"]) {
      expect(about).toContain(`${value}\n`);
    }
    // spec: product.free.no_premium
    expect(about).toContain("There are no paywalls and no premium tiers.");
  });

  it("the guidelines", async () => {
    const guidelines = await text("/guidelines");
    // spec: guidelines.rules
    for (const rule of ["Be respectful\n", "Share quality content\n", "Stay on topic\n", "report violating content"]) {
      expect(guidelines).toContain(rule);
    }
  });

  it("privacy and terms", async () => {
    const today = new Date();
    const date = `${today.getUTCDate()} ${today.toLocaleString("en", { month: "short", timeZone: "UTC" })} ${today.getUTCFullYear()}`;
    const privacy = await text("/privacy");
    // spec: static.privacy.date
    expect(privacy).toContain(`Last updated: ${date}\n`);
    // spec: privacy.ownership
    expect(privacy).toContain("You keep ownership of your content");
    // spec: privacy.deletion
    expect(privacy).toContain("you may delete your account and data");
    const terms = await text("/terms");
    // spec: static.terms.date
    expect(terms).toContain(`Last updated: ${date}\n`);
    // spec: terms.ownership
    expect(terms).toContain("You keep ownership of your content.");
    // spec: terms.deletion
    expect(terms).toContain("you may delete your account and data.");
    // spec: product.free.donations
    expect(terms).toContain("Donations are voluntary.");
  });

  it("reputation", async () => {
    const reputation = await text("/reputation");
    // spec: reputation.what
    expect(reputation).toContain("A measure of how much the community values what you share.");
    // spec: reputation.text.start
    expect(reputation).toContain("Everyone starts at 0.");
    // spec: reputation.earn, reputation.text.up
    expect(reputation).toContain("How to earn it\n+5\nAn upvote\n");
    // spec: reputation.text.down
    expect(reputation).toContain("−2\nA downvote\n");
    // spec: reputation.text.remove
    expect(reputation).toContain("−5\nAn upvote removed\nRemoving an upvote takes the 5 back.");
    expect(reputation).toContain("+2\nA downvote removed\nRemoving a downvote restores the 2.");
    // spec: reputation.text.switch
    expect(reputation).toContain("Switching a vote applies both changes.");
    // spec: reputation.text.realtime
    expect(reputation).toContain("Your reputation updates instantly.");
    // spec: reputation.sources
    for (const source of ["Projects", "Forum threads and posts", "Blog articles", "Future features"]) {
      expect(reputation.split("What earns it")[1]).toContain(`${source}\n`);
    }
    // spec: reputation.fair, reputation.text.own
    expect(reputation).toContain("Fair play\nYou can't vote on your own work.");
  });

  it("how feedback works", async () => {
    const rules = await text("/feedback/rules");
    expect(rules).toContain(
      "How feedback works\nWe promise every project an answer from a person who tried it, within 48 hours.",
    );
    for (const title of ["The promise", "Who waits", "The project you get", "Your review", "What you're owed"]) {
      expect(rules).toContain(`${title}\n`);
    }
    expect(rules).toContain("You have 48 hours to write it, in at least 200 characters.");
    expect(rules).toContain("You may skip 3 projects a day.");
  });

  it("contact", async () => {
    const contact = await renderScreen("/contact", board());
    // spec: contact.fields
    expect(contact.part("form", "Send Message").text).toMatch(/^Name\nEmail\n.*\nSubject\nMessage\n/);
    // spec: contact.email
    expect(contact.href("crew@board.example")).toBe("mailto:crew@board.example");
    // spec: contact.marked
    expect(contact.count('aria-required="true"')).toBe(4);
    // spec: contact.type
    expect(contact.count('type="email"')).toBe(1);
  });
});

describe("login and registration", () => {
  it("login", async () => {
    const login = await renderScreen("/login", board());
    // spec: login.fields
    expect(login.part("form", "Log in").text).toMatch(/^Username\nPassword\nLog in\n/);
    // spec: login.register
    expect(login.part("form", "Log in").href("Sign up")).toBe("/register");
  });

  it("registration", async () => {
    const register = await renderScreen("/register", board());
    // spec: register.fields
    expect(register.part("form", "Sign up").text).toMatch(
      /^Username\n.*\nEmail\n.*\nPassword\n.*\nConfirm Password\nSign up\n/,
    );
    // spec: register.login
    expect(register.part("form", "Sign up").href("Log in")).toBe("/login");
    // spec: register.info
    expect(register.text).toContain("Your ViberTag is your unique handle on UV Board.");
  });

  // spec: route.profile.pending
  it("/profile waits for the session", async () => {
    const profile = await renderScreen("/profile", board({ user: maker }), { loading: true });
    expect(profile.part("main", "Loading").text).toBe("Loading...");
  });
});
