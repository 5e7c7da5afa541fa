// @vitest-environment jsdom
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { ContactService } from "../../gen/uvboard/v1/contact_service_pb";
import { board, maker, reader } from "./board";
import { button, openScreen, refusal, says, toasted } from "./open";

const password = "two drums and a squeegee";
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

describe("registration", () => {
  it("shows an error at each invalid field and keeps the values", async () => {
    const registered: object[] = [];
    const page = await openScreen("/register", "Sign up", (router: ConnectRouter) => {
      board()(router);
      router.rpc(AccountService.method.register, (request) => {
        registered.push(request);
        if (request.username === "taken") throw refusal({ username: "Username already exists" }, Code.AlreadyExists);
        return { user: { ...reader, username: request.username } };
      });
    });
    const { user } = page;
    const all = [field("Username"), field("Email"), field("Password"), field("Confirm Password")];
    const [username, email, first, second] = all as [
      HTMLInputElement,
      HTMLInputElement,
      HTMLInputElement,
      HTMLInputElement,
    ];
    for (const one of all) expect(one.getAttribute("aria-required")).toBe("true");
    await user.click(button("Sign up"));
    // spec: register.username.required
    await says(username, "Username is required");
    // spec: register.email.required
    await says(email, "Email is required");
    // spec: register.password.required
    await says(first, "Password is required");
    expect(document.activeElement).toBe(username);

    for (const [input, text] of [
      [username, "no spaces!"],
      [email, "not-an-address"],
      [first, "short"],
      [second, "shorter"],
    ] as const) {
      await page.fill(input, text);
    }
    await user.click(button("Sign up"));
    // spec: register.username.form
    await says(username, "Username must be 3-20 characters, alphanumeric or underscore");
    // spec: register.email.form
    await says(email, "Please enter a valid email address");
    // spec: register.password.min
    await says(first, "Password must be at least 6 characters");
    // spec: register.confirm
    await says(second, "Passwords do not match");

    for (const [input, text] of [
      [username, "taken"],
      [email, "somebody@example.com"],
      [first, password],
      [second, password],
    ] as const) {
      await page.fill(input, text);
    }
    await user.click(button("Sign up"));
    // spec: error2.register
    await says(username, "Username already exists");
    expect([email.value, first.value]).toEqual(["somebody@example.com", password]);
    await page.fill(username, "reader");
    // spec: register.button
    await page.pending("Register", () => user.click(button("Sign up")), "Creating account...");
    await waitFor(() => expect(page.location()).toBe("/profile/reader"));
    // spec: register.confirm.unsent
    expect(registered.at(-1)).toEqual({
      $typeName: "uvboard.v1.RegisterRequest",
      username: "reader",
      email: "somebody@example.com",
      password,
      invitation: "",
      proofOfWork: "",
    });
  });
});

describe("login", () => {
  it("shows errors and keeps the values", async () => {
    const page = await openScreen("/login", "Log in", (router: ConnectRouter) => {
      board()(router);
      router.rpc(AccountService.method.login, (request) => {
        if (request.password === password) return { user: reader };
        if (request.password === "nobody answers") return {};
        throw new ConnectError("Invalid credentials", Code.Unauthenticated);
      });
    });
    const { user } = page;
    const [name, secret] = [field("Username"), field("Password")];
    const submit = () =>
      user.click(screen.getByRole("form", { name: "Log in" }).querySelector("[type=submit]") as Element);
    await submit();
    // spec: login.username.required
    await says(name, "Username is required");
    // spec: login.password.required
    await says(secret, "Password is required");
    await page.fill(name, "reader");
    await page.fill(secret, "not the password");
    // spec: login.button
    await page.pending("Login", submit, "Logging in...");
    // spec: error2.login
    expect((await screen.findByRole("alert")).textContent).toBe("Invalid credentials");
    expect(secret.value).toBe("not the password");
    await page.fill(secret, password);
    await user.click(button("Show password"));
    expect(secret.type).toBe("text");
    const reconnect = page.fail("Login", new TypeError("Failed to fetch"));
    await submit();
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("could not be reached"));
    reconnect();
    await page.fill(secret, "nobody answers");
    await page.pending("Login", submit, "Logging in...");
    // spec: login.nobody
    expect(screen.queryByRole("alert")).toBeNull();
    expect(page.location()).toBe("/login");
    await page.fill(secret, password);
    const sent = performance.now();
    await submit();
    // spec: login.arrival
    await waitFor(() => expect(page.location()).toBe("/profile/reader"));
    // spec: login.arrival.delay
    expect(performance.now() - sent).toBeGreaterThanOrEqual(100);
  });
});

describe("the contact form", () => {
  it("asks for all fields, keeps them if sending fails, and is empty afterwards", async () => {
    const page = await openScreen("/contact", "Contact", (router: ConnectRouter) => {
      board()(router);
      router.rpc(ContactService.method.sendContactMessage, () => ({}));
    });
    const { user } = page;
    const message = field("Message");
    // spec: contact.send
    const send = () => user.click(button("Send Message"));
    await send();
    // spec: contact.required
    await toasted("Missing Information", "Please fill in all fields");
    await says(field("Name"), "Name is required");
    expect(document.activeElement).toBe(field("Name"));
    // spec: contact.fields, guest.contact
    for (const [label, text] of [
      ["Name", "Ada"],
      ["Email", "ada@mail.example"],
      ["Subject", "Kilns"],
      ["Message", "How hot?"],
    ] as const) {
      await page.fill(field(label), text);
    }
    // spec: error.contact, call.contact.failure
    await page.failing("SendContactMessage", send, "Error", "Failed to send message. Please try again.");
    expect(message.value).toBe("How hot?");
    // spec: contact.sending
    await page.pending("SendContactMessage", send, "Sending...");
    // spec: contact.success
    await toasted("Message Sent!", "We'll get back to you as soon as possible.");
    // spec: contact.cleared
    expect(message.value).toBe("");
  });

  it("knows the name and the address of a user who is logged in", async () => {
    const page = await openScreen("/contact", "Contact", (router: ConnectRouter) => {
      board({ user: { ...maker, email: "kiln@mail.example" } })(router);
      router.rpc(ContactService.method.sendContactMessage, () => ({}));
    });
    await waitFor(() => expect(field("Name").value).toBe("Kiln Fire"));
    expect(field("Email").value).toBe("kiln@mail.example");
    await page.fill(field("Email"), "studio@mail.example");
    await page.fill(field("Subject"), "Kilns");
    await page.fill(field("Message"), "How hot?");
    expect(field("Email").value).toBe("studio@mail.example");
    await page.user.click(button("Send Message"));
    await waitFor(() => expect(field("Message").value).toBe(""));
    expect([field("Name").value, field("Email").value]).toEqual(["Kiln Fire", "kiln@mail.example"]);
  });
});
