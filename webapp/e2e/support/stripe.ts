import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";

/** A stand-in for Stripe's API, which makes one payment. */
export async function startStripe() {
  const amounts: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      amounts.push(new URLSearchParams(body).get("amount") ?? "");
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ id: "pi_1", object: "payment_intent", client_secret: "pi_1_secret_2" }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The amounts of the payments, in cents. */
    amounts,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

// Runs in the page in place of Stripe's script. The form has one field; the card "declined" is declined, and the
// payment with the card "elsewhere" goes on at another site.
const script = () => {
  const nothing = () => undefined;
  const field = () => {
    const listeners: Record<string, () => void> = {};
    return {
      on: (name: string, listener: () => void) => {
        listeners[name] = listener;
      },
      off: nothing,
      update: nothing,
      unmount: nothing,
      destroy: nothing,
      mount: (node: HTMLElement) => {
        node.innerHTML = '<label>Card number <input id="card"></label>';
        setTimeout(() => listeners.ready?.(), 100);
      },
    };
  };
  const pay = async ({ confirmParams }: { confirmParams: { return_url: string } }) => {
    await new Promise((paid) => setTimeout(paid, 300));
    const card = document.querySelector<HTMLInputElement>("#card")?.value;
    if (card === "declined") return { error: { message: "Your card was declined." } };
    if (card === "elsewhere") return new Promise(nothing);
    location.href = `${confirmParams.return_url}&payment_intent=pi_1&redirect_status=succeeded`;
    return new Promise(nothing);
  };
  const stripe = () => ({
    elements: () => ({ create: field, update: nothing, getElement: () => null, on: nothing, off: nothing }),
    createToken: nothing,
    createPaymentMethod: nothing,
    confirmCardPayment: nothing,
    registerAppInfo: nothing,
    _registerWrapper: nothing,
    confirmPayment: pay,
  });
  Object.assign(window, { Stripe: Object.assign(stripe, { version: "endive" }) });
};

/** Answers for js.stripe.com and returns the addresses of the pages that asked for its script. */
export async function serveScript(context: BrowserContext): Promise<string[]> {
  const askers: string[] = [];
  await context.route("https://js.stripe.com/**", (route, request) => {
    askers.push(new URL(request.frame().url()).pathname);
    return route.fulfill({ contentType: "text/javascript", body: `(${script.toString()})()` });
  });
  return askers;
}
