// @vitest-environment jsdom
import { screen, within } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { bare, board, kiln } from "./board";
import { button, openScreen } from "./open";

it("Home steps through the featured projects and back to the first", async () => {
  const titles = ["Kiln log", "Second", "Third"];
  const projects = titles.map((title, i) => ({ ...(i ? bare : kiln), id: `p${i}`, title }));
  await openScreen("/", /./, board({ projects, featured: 3 }));
  const featured = within(await screen.findByRole("region", { name: "Featured Projects" }));
  await featured.findByRole("article");
  const shown = () => featured.getAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
  const first = titles.indexOf(String(shown()[0]));
  for (const step of [1, 2, 3]) {
    const next = String(titles[(first + step) % 3]);
    await userEvent.click(button(`Next featured project: ${next}`));
    expect(shown()).toEqual([next]);
  }
  const before = String(titles[(first + 2) % 3]);
  await userEvent.click(button(`Previous featured project: ${before}`));
  expect(shown()).toEqual([before]);
});
