// @vitest-environment jsdom
import { waitFor } from "@testing-library/dom";
import { expect, it } from "vitest";
import { board, kiln, maker, post } from "./board";
import { openScreen } from "./open";

const full = board({ projects: [kiln], posts: [post] });

it.each([
  ["/search?sort=newest&stage=beta", "/search?stage=beta", "Explore"],
  ["/search?q=kiln&sort=newest", "/search?q=kiln&sort=newest", "Explore"],
  ["/search?q=kiln&sort=relevance&stage=none&view=grid", "/search?q=kiln", "Explore"],
  ["/blog?sort=newest&tag=clay", "/blog?tag=clay", "Stories"],
  ["/blog?q=clay&sort=newest", "/blog?q=clay&sort=newest", "Stories"],
  ["/news?tool=none&q=kiln", "/news?q=kiln", "News"],
  [`/profile/${maker.username}?tab=projects`, `/profile/${maker.username}`, "Kiln Fire"],
  // These screens read the address by themselves.
  ["/register?invitation=abc", "/register?invitation=abc", "Sign up"],
  ["/login?error=denied&provider=github", "/login?error=denied&provider=github", "Log in"],
])("%s becomes %s", async (path, want, heading) => {
  const page = await openScreen(path, heading, full);
  await waitFor(() => expect(page.location()).toBe(want));
});
