// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { board, kiln, reader } from "./board";
import { openScreen } from "./open";

describe("a search field", () => {
  it.each([
    ["/blog", "Search blog posts"],
    ["/news", "Search news"],
    ["/saved", "Search what you saved"],
  ])("of %s searches while the user types, and follows the address", async (path, label) => {
    const page = await openScreen(`${path}?q=clay`, /./, board({ user: reader }));
    const field = (await screen.findByLabelText(label)) as HTMLInputElement;
    expect(field.value).toBe("clay");
    await page.go(path);
    await waitFor(() => expect(field.value).toBe(""));
    await page.fill(field, " ash ");
    await waitFor(() => expect(page.location()).toBe(`${path}?q=ash`));
    expect(field.value).toBe(" ash ");
  });
});

it("a trending search runs that search", async () => {
  const page = await openScreen("/search", "Explore", board({ projects: [kiln] }));
  // spec: explore.trending.click
  await page.user.click(await screen.findByRole("button", { name: "Game" }));
  await waitFor(() => expect(page.location()).toBe("/search?q=Game"));
});
