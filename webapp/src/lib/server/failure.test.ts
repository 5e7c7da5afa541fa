import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, createRouterTransport, type Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { describe, expect, it } from "vitest";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { ErrorDetailSchema } from "../../gen/uvboard/v1/common_pb";
import { failureMessage, readFailure } from "./failure";

const callWith = (transport: Transport): Promise<unknown> =>
  createClient(AccountService, transport)
    .register({})
    .then(
      () => expect.fail("the request should fail"),
      (thrown: unknown) => thrown,
    );

/** The error of a request whose handler throws. */
const failWith = (error: unknown) =>
  callWith(
    createRouterTransport(({ service }) => {
      service(AccountService, {
        register: () => {
          throw error;
        },
      });
    }),
  );

/** The error of a request with the given HTTP response. */
const respondWith = (body: string, init: ResponseInit) =>
  callWith(
    createConnectTransport({
      baseUrl: "https://board.example",
      fetch: () => Promise.resolve(new Response(body, init)),
    }),
  );

const json = { "Content-Type": "application/json" };
const html = { "Content-Type": "text/html" };

describe("readFailure", () => {
  it("reads message, code and fields of an error response", async () => {
    const detail = create(ErrorDetailSchema, {
      code: "VALIDATION_FAILED",
      fields: { username: "Username is required" },
    });
    const thrown = await failWith(
      new ConnectError("Username is required", Code.InvalidArgument, undefined, [
        { desc: ErrorDetailSchema, value: detail },
      ]),
    );
    expect(readFailure(thrown)).toEqual({
      message: "Username is required",
      code: "VALIDATION_FAILED",
      fields: { username: "Username is required" },
      unauthenticated: false,
      notFound: false,
    });
  });

  // spec: forum.401
  it("detects a missing session and a missing resource", async () => {
    expect(readFailure(await failWith(new ConnectError("Log in", Code.Unauthenticated))).unauthenticated).toBe(true);
    expect(readFailure(await failWith(new ConnectError("Gone", Code.NotFound))).notFound).toBe(true);
  });

  it("reports an unreachable server", async () => {
    const message = /^The server could not be reached/;
    const thrown = await callWith(
      createConnectTransport({
        baseUrl: "https://board.example",
        fetch: () => Promise.reject(new TypeError("Failed to fetch")),
      }),
    );
    expect(readFailure(thrown).message).toMatch(message);
    // import() throws a bare TypeError.
    expect(readFailure(new TypeError("Failed to fetch dynamically imported module")).message).toMatch(message);
  });
});

describe("failureMessage", () => {
  // spec: error.message, error2.register
  it("returns the server's message", async () => {
    const thrown = await failWith(new ConnectError("This username is taken", Code.AlreadyExists));
    expect(failureMessage(thrown, "Registration failed")).toBe("This username is taken");
  });

  it.each([
    // spec: error2.register
    ["an empty message", '{"code":"internal"}', { status: 500, headers: json }],
    ["a proxy's HTML error page", "<h1>502 Bad Gateway</h1>", { status: 502, headers: html }],
    ["no body and no content type", "", { status: 504 }],
    ["a body that is not JSON", "upstream timed out", { status: 503, headers: json }],
    ["JSON that is not a Connect error", '["no"]', { status: 500, headers: json }],
    ["HTML with status 200", "<h1>Log in to the network</h1>", { status: 200, headers: html }],
  ])("returns the fallback for %s", async (_name, body, init) => {
    expect(failureMessage(await respondWith(body, init), "Registration failed")).toBe("Registration failed");
  });
});
