// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { board, kiln } from "./board";
import { button, openScreen } from "./open";

it("a number of a profile shows the activity that it counts", async () => {
  const page = await openScreen("/profile/kilnfire", "Kiln Fire", board({ projects: [kiln] }));
  const numbers = within(await screen.findByRole("group", { name: "Statistics" }));
  await page.user.click(numbers.getByRole("button", { name: /Projects/ }));
  // spec: profile.activity.filtered, profile.stats.filter
  await screen.findByText("Filtered by Projects");
  // spec: profile.activity.filtered
  await page.user.click(button("Clear Filter"));
  await waitFor(() => expect(screen.queryByText(/^Filtered by/)).toBeNull());
});
