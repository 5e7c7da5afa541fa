// @vitest-environment jsdom
import { screen } from "@testing-library/dom";
import { expect, it, vi } from "vitest";
import { board, kiln, maker, reader } from "./board";
import { openScreen } from "./open";

vi.mock("../../features/profile/StatCards", () => ({
  StatCards: () => {
    throw new Error("a section that fails");
  },
}));

it("an error in a section leaves the rest of the page", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await openScreen(`/profile/${maker.username}`, /./, board({ user: reader, projects: [kiln] }));
  expect(screen.getByRole("alert").textContent).toContain("This part of the page failed.");
  expect(screen.getByRole("tab", { name: "About" })).toBeTruthy();
  await screen.findByText("Kiln log");
});
