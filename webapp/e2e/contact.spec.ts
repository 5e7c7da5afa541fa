import { arrive, expect, test } from "./support/test";

test("a visitor writes to the people who run the board", async ({ page, watch }) => {
  watch.expect(/status of 400 \(Bad Request\)/);
  await page.clock.install();
  // spec: route.contact
  await arrive(page, "/contact", "Contact");
  await page.clock.runFor(5000); // a form that is sent at once is refused
  const form = page.getByRole("form", { name: "Contact" });
  // spec: contact.send
  const send = form.getByRole("button", { name: "Send Message" });

  await send.click();
  // spec: contact.required
  await expect(page.getByText("Please fill in all fields")).toBeVisible();
  await expect(form.getByText("Name is required")).toBeVisible();
  await expect(form.getByLabel("Name")).toBeFocused();

  // spec: contact.fields, guest.contact
  await form.getByLabel("Name").fill("Ada");
  await form.getByLabel("Email").fill("ada@mail.example");
  await form.getByLabel("Subject").fill("Kilns");
  await form.getByLabel("Message").fill("How hot?");
  await page.route("**/SendContactMessage", (route) => route.abort());
  watch.expect(/ERR_FAILED/);
  await send.click();
  // spec: error.contact, call.contact.failure
  await expect(page.getByText("Failed to send message. Please try again.").first()).toBeVisible();
  await expect(form.getByLabel("Message")).toHaveValue("How hot?");

  await page.unroute("**/SendContactMessage");
  await send.click();
  // spec: contact.success
  await expect(page.getByText("We'll get back to you as soon as possible.")).toBeVisible();
  // spec: contact.cleared
  await expect(form.getByLabel("Message")).toHaveValue("");
});
