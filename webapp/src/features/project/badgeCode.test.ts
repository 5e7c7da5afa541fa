import { expect, test } from "vitest";
import { badgeCode } from "./badgeCode";

test("the code of a badge escapes the title", () => {
  const { image, markdown, html } = badgeCode("https://b.example/projects/1", "dark", '"Kiln" [2] <3', "A & B");
  expect(image).toBe("https://b.example/projects/1/badge.svg?theme=dark");
  expect(markdown).toBe(`[!["Kiln" \\[2\\] \\<3 on A \\& B](${image})](https://b.example/projects/1)`);
  expect(html).toBe(
    `<a href="https://b.example/projects/1"><img src="${image}" alt="&quot;Kiln&quot; [2] &lt;3 on A &amp; B" height="28"></a>`,
  );
});
