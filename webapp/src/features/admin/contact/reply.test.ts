import { expect, test } from "vitest";
import { replyLink } from "./reply";

test("a reply goes to the sender alone", () => {
  expect(replyLink({ email: "ada@example.com", subject: "A question" }, "UV Board")).toBe(
    "mailto:ada@example.com?subject=Re%3A%20A%20question%20(UV%20Board)",
  );
  const link = replyLink({ email: "a?bcc=b%40c.example&x@example.com", subject: "a&bcc=b@c.example" }, "UV Board");
  expect(new URL(link).searchParams.has("bcc")).toBe(false);
  expect(link).not.toContain("&");
});
