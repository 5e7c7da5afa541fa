import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { arrive, expect, test } from "./support/test";

test("a member's webhook is called, its log is read, and a failed call is sent again", async ({ newMember }) => {
  let status = 500;
  const calls: { body: string; header: (name: string) => string }[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      calls.push({ body, header: (name) => String(request.headers[name]) });
      response.statusCode = status;
      response.end("the answer of the receiver");
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  const { page, discuss } = await newMember();
  await arrive(page, "/settings", "Settings");
  await page.getByRole("button", { name: "Add Webhook" }).click();
  const form = page.getByRole("form", { name: "Webhook" });
  await form.getByRole("textbox", { name: "Address" }).fill(url);
  await page.getByRole("button", { name: "Add Webhook" }).last().click();
  await expect(form.getByText("Choose at least one event")).toBeVisible();
  await form.getByRole("checkbox", { name: "New thread" }).check();
  await page.getByRole("button", { name: "Add Webhook" }).last().click();
  const shown = page.getByRole("region", { name: `Signing secret of ${url}` });
  const secret = (await shown.getByText(/^whsec_/).textContent()) ?? "";
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(secret)).toBeHidden();

  const { thread } = await discuss();
  await expect.poll(() => calls.length).toBe(1);
  const [first] = calls;
  const signed = createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
    .update(`${first?.header("webhook-id")}.${first?.header("webhook-timestamp")}.${first?.body}`)
    .digest("base64");
  expect(first?.header("webhook-signature")).toBe(`v1,${signed}`);
  expect(JSON.parse(first?.body ?? "{}")).toMatchObject({
    type: "thread.published",
    data: { item: { id: thread.id, title: thread.title } },
  });

  await page.reload();
  const hooks = page.getByRole("list", { name: "Webhooks" });
  await expect(hooks.getByText("Failing", { exact: true })).toBeVisible();
  await hooks.getByRole("button", { name: `Deliveries to ${url}` }).click();
  const log = page.getByRole("list", { name: "Deliveries" });
  await expect(log.getByText("The receiver answered 500 Internal Server Error.")).toBeVisible();
  await log.getByText("Body and answer").click();
  await expect(log.getByText("the answer of the receiver")).toBeVisible();
  await expect(log.getByRole("group", { name: "Sent" })).toContainText(thread.title);
  status = 204;
  await log.getByRole("button", { name: "Redeliver" }).click();
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[1]?.header("webhook-id")).toBe(first?.header("webhook-id"));
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

  await hooks.getByRole("button", { name: `More about ${url}` }).click();
  await page.getByRole("menuitem", { name: "Send a Test" }).click();
  await expect(log.getByText("Test", { exact: true })).toBeVisible();
  await expect.poll(() => calls.length).toBe(3);
  expect(JSON.parse(calls[2]?.body ?? "{}")).toMatchObject({ type: "ping" });
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

  await hooks.getByRole("button", { name: `More about ${url}` }).click();
  await page.getByRole("menuitem", { name: "Rotate Secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate Secret" }).click();
  await expect(shown.getByText(/^whsec_/)).not.toHaveText(secret);
  await hooks.getByRole("button", { name: `More about ${url}` }).click();
  await page.getByRole("menuitem", { name: "Turn Off" }).click();
  await expect(hooks.getByText("Off", { exact: true })).toBeVisible();
  await hooks.getByRole("button", { name: `More about ${url}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("There are no webhooks yet.")).toBeVisible();
  receiver.close();
});
