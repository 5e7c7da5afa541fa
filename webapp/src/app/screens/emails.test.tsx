// @vitest-environment jsdom
import type { ConnectRouter } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { board, reader } from "./board";
import { button, openScreen } from "./open";

it("an optional email is switched off in the settings", async () => {
  let isOn = true;
  const preference = () => ({ category: "digest", title: "Digest", about: "What was new.", isOn });
  const { user } = await openScreen("/settings", "Settings", (router: ConnectRouter) => {
    board({ user: reader })(router);
    router.service(NotificationService, {
      listEmailPreferences: () => ({ preferences: [preference()] }),
      setEmailPreference: (request) => {
        isOn = request.category === "digest" && request.isOn;
        return { preference: preference() };
      },
    });
  });
  const digest = (await screen.findByLabelText(/^Digest/)) as HTMLInputElement;
  expect(digest.checked).toBe(true);
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
