// @vitest-environment jsdom
import type { ConnectRouter } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { board, reader } from "./board";
import { openScreen, refusal, says } from "./open";

const wrong = "The password is not correct";

/** Opens the settings of a member who has a password; the server refuses it. */
const open = () =>
  openScreen("/settings", "Settings", (router: ConnectRouter) => {
    board({ user: { ...reader, email: "reader@mail.example", hasPassword: true } })(router);
    router.rpc(AccountService.method.changeEmail, () => {
      throw refusal({ password: wrong });
    });
    router.rpc(AccountService.method.changePassword, () => {
      throw refusal({ currentPassword: wrong });
    });
  });

describe("the settings", () => {
  it("say why an address is not changed, and keep it", async () => {
    const { user, fill } = await open();
    await user.click(await screen.findByRole("button", { name: "Change email" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change email" }));
    const [address, password] = [dialog.getByLabelText("New Email"), dialog.getByLabelText("Password")];
    const send = () => user.click(dialog.getByRole("button", { name: "Send link" }));
    await send();
    await says(address, "Email is required");
    await fill(address, "nobody");
    await fill(password, "not the one");
    await send();
    await says(address, "Please enter a valid email address");
    await fill(address, "new@mail.example");
    await send();
    await says(password, wrong);
    expect((address as HTMLInputElement).value).toBe("new@mail.example");
  });

  it("say why a password is not changed, and keep it", async () => {
    const { user, fill } = await open();
    const form = within(await screen.findByRole("form", { name: "Password" }));
    const field = (name: string) => form.getByLabelText<HTMLInputElement>(name);
    const change = () => user.click(form.getByRole("button", { name: "Change Password" }));
    await change();
    await says(field("Current Password"), "Current password is required");
    await waitFor(() => expect(document.activeElement).toBe(field("Current Password")));
    await fill(field("Current Password"), "not the one");
    await fill(field("New Password"), "three lenses and a tripod");
    await fill(field("Confirm Password"), "something else");
    await change();
    await says(field("Confirm Password"), "Passwords do not match");
    await fill(field("Confirm Password"), "three lenses and a tripod");
    await change();
    await says(field("Current Password"), wrong);
    expect(field("New Password").value).toBe("three lenses and a tripod");
  });

  it("ask for the name of a token", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Create Token" }));
    await screen.findByText("Name is required");
  });
});
