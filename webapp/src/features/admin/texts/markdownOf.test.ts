// @vitest-environment jsdom
import { expect, it } from "vitest";
import { markdownOf } from "./markdownOf";

it("has headings, paragraphs, links and the titles of points", () => {
  const root = document.createElement("div");
  root.innerHTML =
    '<section><h2>Kilns</h2><h3>Please</h3><p>Read the <a href="/guidelines">rules</a>.</p><ul><li><p>Clay</p>What you fire.</li><li><p>Ash</p>What is left.</li></ul></section>';
  expect(markdownOf(root)).toBe(
    "## Kilns\n\n### Please\n\nRead the [rules](/guidelines).\n\n- **Clay**: What you fire.\n\n- **Ash**: What is left.",
  );
});
