import { axeOf } from "./support/axe";
import { startBoard } from "./support/board";
import { serveScript, startStripe } from "./support/stripe";
import { arrive, expect, test } from "./support/test";

test("a visitor donates, and Stripe's script runs on no other screen", async ({ browser }) => {
  const stripe = await startStripe();
  const board = await startBoard("sqlite", { mail: false, stripe: stripe.url });
  // Otherwise axe would measure colors during a transition.
  const context = await browser.newContext({ baseURL: board.url, reducedMotion: "reduce" });
  const problems: string[] = [];
  context.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const askers = await serveScript(context);
  const page = await context.newPage();
  const dialog = page.getByRole("dialog", { name: "Complete Your Donation" });
  const close = dialog.getByRole("button", { name: "Cancel" });

  // A link to the page loads it as a document, with its own policy.
  await arrive(page, "/about", "Our Story");
  await page.getByRole("contentinfo").getByRole("link", { name: "Pricing" }).click();
  await expect(page.getByRole("heading", { name: "UV Board is Free Forever" })).toBeVisible();

  // spec: donation.input
  const custom = page.getByLabel("Custom Amount");
  await expect(custom).toHaveAttribute("min", "1");
  await expect(custom).toHaveAttribute("step", "0.01");
  await custom.fill("0.99");
  const donate = page.getByRole("button", { name: "Donate Custom Amount" });
  await donate.click();
  // spec: donation.invalid
  await expect(page.getByText("Invalid Amount")).toBeVisible();
  await expect(page.getByText("Please enter a valid donation amount (minimum $1)")).toBeVisible();
  expect(askers).toEqual([]);

  let refuse = true;
  let hold = Promise.resolve();
  await page.route("**/CreateDonation", async (route) => {
    if (refuse) return route.abort();
    await hold;
    return route.continue();
  });
  await custom.fill("19.99");
  await donate.click();
  // spec: error.donation.init
  await expect(page.getByText("Failed to initialize payment. Please try again.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(custom).toHaveValue("19.99");

  refuse = false;
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  // spec: pricing.modal, guest.donate
  await page.getByRole("button", { name: "Community Builder" }).click();
  // spec: pricing.modal.spinner, donation.intent
  await expect(dialog.getByRole("status", { name: "Loading" })).toBeVisible();
  release();
  // spec: pricing.modal.form, donation.ready
  await expect(dialog.getByLabel("Card number")).toBeVisible();
  await expect(dialog.getByRole("status", { name: "Loading" })).toBeHidden();
  const axe = await axeOf(page).analyze();
  expect(axe.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  // spec: pricing.modal.cancel, donation.cancel
  await close.click();
  await expect(dialog).toBeHidden();
  await expect(custom).toHaveValue("");

  await custom.fill("19.99");
  await donate.click();
  await dialog.getByLabel("Card number").fill("declined");
  const pay = dialog.getByRole("button", { name: "Donate $19.99" });
  await pay.click();
  // spec: donation.processing
  await expect(dialog.getByRole("button", { name: "Processing..." })).toBeDisabled();
  // spec: error.donation.payment, donation.failed
  await expect(page.getByText("Payment Failed")).toBeVisible();
  await expect(page.getByText("Your card was declined.")).toBeVisible();
  await expect(pay).toBeEnabled();
  // The browser restores the page after Back from another site.
  await dialog.getByLabel("Card number").fill("elsewhere");
  await pay.click();
  await expect(dialog.getByRole("button", { name: "Processing..." })).toBeDisabled();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(pay).toBeEnabled();
  await dialog.getByLabel("Card number").fill("4242");
  await pay.click();
  // spec: pricing.thanks, donation.return, call.stripe
  await expect(page.getByText("Thank You!")).toBeVisible();
  await expect(page.getByText("Your donation has been processed successfully")).toBeVisible();
  // spec: pricing.thanks.address
  await expect(page).toHaveURL("/pricing");
  // spec: const.donation.cents
  expect(stripe.amounts).toEqual(["1000", "1999"]);

  // The next screen is another document, without what Stripe's script left behind.
  await page.getByRole("button", { name: "Coffee Supporter" }).click();
  await expect(dialog.getByLabel("Card number")).toBeVisible();
  expect(await page.evaluate(() => "Stripe" in window)).toBe(true);
  await close.click();
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { name: "Privacy", level: 1 })).toBeVisible();
  expect(await page.evaluate(() => "Stripe" in window)).toBe(false);
  await page.goBack();
  await expect(page.getByRole("button", { name: "Coffee Supporter" })).toBeEnabled();
  // Before the payment the page was open too.
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Our Story" })).toBeVisible();
  expect(new Set(askers)).toEqual(new Set(["/pricing"]));
  expect(problems.filter((text) => !text.includes("ERR_FAILED"))).toEqual([]);

  await context.close();
  expect(await board.stop()).toEqual([]);
  await stripe.close();
});
