// @vitest-environment jsdom
import type { ConnectRouter } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/dom";
import { expect, it } from "vitest";
import { CredentialKind } from "../../gen/uvboard/v1/account_pb";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { board, reader } from "./board";
import { button, openScreen } from "./open";

it("an optional email is switched off in the settings", async () => {
  let isOn = true;
  const preference = () => ({ category: "digest", title: "Digest", about: "What was new.", isOn });
  const { user } = await openScreen("/settings", "Settings", (router: ConnectRouter) => {
    board({ user: reader })(router);
    router.service(NotificationService, {
      listEmailPreferences: () => ({
        preferences: [{ category: "notifications", title: "Notifications", isOn: true }, preference()],
      }),
      setEmailPreference: (request) => {
        isOn = request.category === "digest" && request.isOn;
        return { preference: preference() };
      },
    });
  });
  const digest = (await screen.findByLabelText(/^Digest/)) as HTMLInputElement;
  expect(digest.checked).toBe(true);
  expect(screen.queryByLabelText("Notifications", { selector: "input" })).toBeNull(); // they have their table
  await user.click(digest);
  await waitFor(() => expect(isOn).toBe(false));
  await waitFor(() => expect(digest.checked).toBe(false));
});

it("an unsubscribe link takes a click", async () => {
  const tokens: string[] = [];
  const { user } = await openScreen("/unsubscribe?token=abc", "Unsubscribe", (router: ConnectRouter) => {
    board()(router);
    router.rpc(NotificationService.method.unsubscribe, ({ token }) => {
      tokens.push(token);
      return { success: true };
    });
  });
  expect(tokens).toEqual([]);
  await user.click(button("Unsubscribe"));
  expect(await screen.findByText("You're unsubscribed")).toBeDefined();
  expect(tokens).toEqual(["abc"]);
});

it("a link that confirms an address takes a session", async () => {
  const tokens: string[] = [];
  const services = (user?: typeof reader) => (router: ConnectRouter) => {
    board({ user })(router);
    router.rpc(AccountService.method.verifyEmail, ({ token }) => {
      tokens.push(token);
      return { success: true };
    });
  };
  await openScreen("/verify-email?token=abc", "Log in to confirm your email", services());
  expect(screen.getByRole("link", { name: "I didn't sign up" }).getAttribute("href")).toBe("/forgot-password");
  expect(tokens).toEqual([]);
  await openScreen("/verify-email?token=abc", "Your email address is confirmed", services(reader));
  expect(tokens).toEqual(["abc"]);
});

it("a password reset lists what still opens the account", async () => {
  const { user, fill } = await openScreen("/reset-password?token=abc", "New password", (router: ConnectRouter) => {
    board()(router);
    router.rpc(AccountService.method.confirmPasswordReset, () => ({
      success: true,
      credentials: [{ id: "1", kind: CredentialKind.PASSKEY, name: "Kiln phone" }],
      removed: [],
    }));
  });
  for (const name of ["New Password", "Confirm Password"]) {
    await fill(screen.getByLabelText(name) as HTMLInputElement, "a lantern behind the curtain");
  }
  await user.click(button("Change Password"));
  expect((await screen.findByRole("listitem")).textContent).toBe("Passkey Kiln phone");
  expect(screen.getByRole("link", { name: "Log in and open settings" }).getAttribute("href")).toBe("/settings");
});
