import { expect, it, vi } from "vitest";
import { board, maker } from "./board";
import { renderScreen } from "./render";

vi.mock("../../lib/board/product", async (original) => ({ ...(await original<object>()), sendsMail: false }));

it("a board without a mail server offers no message to a member, and says so to an unconfirmed one", async () => {
  const page = await renderScreen("/profile/kilnfire", board());
  expect(page.text).toContain("Report");
  expect(page.text).not.toContain("Message");
  const own = await renderScreen("/profile/kilnfire", board({ user: { ...maker, email: "kiln@mail.example" } }));
  expect(own.text).toContain("This site can't send email");
});
