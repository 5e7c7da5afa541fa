// @vitest-environment jsdom
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { AnalyticsService } from "../../gen/uvboard/v1/analytics_service_pb";
import { board, kiln, maker } from "./board";
import { openScreen } from "./open";

const days = (...counts: [views: number, upvotes: number][]) =>
  counts.map(([views, upvotes], i) => ({ startTime: timestampFromMs(i * 86_400_000), views, upvotes, downvotes: 0 }));

it.each([
  ["nothing", days([0, 0], [0, 0]), "0 views and 0 votes so far.", []],
  ["one day", days([0, 0], [3, 1]), "3 views and 1 vote so far.", []],
  ["votes of two days", days([0, 2], [0, 5]), "0 views so far.", ["votes"]],
  ["two days", days([3, 2], [4, 5]), undefined, ["views", "votes"]],
] as const)("the owner of a project sees no empty chart: %s", async (_what, counts, text, charts) => {
  await openScreen("/projects/kiln", "Kiln log", (router) => {
    board({ projects: [kiln], user: maker })(router);
    router.service(AnalyticsService, { getProjectAnalytics: () => ({ days: [...counts] }) });
  });
  const section = within(await screen.findByRole("region", { name: "Last 30 Days" }));
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull());
  if (text) section.getByText((said) => said.startsWith(text));
  const shown = section.queryAllByText(/^Show .* as a table$/).map((summary) => summary.textContent);
  expect(shown).toEqual(charts.map((name) => `Show ${name} as a table`));
});
