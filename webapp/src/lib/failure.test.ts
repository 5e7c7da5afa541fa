import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { AccountService } from "../gen/uvboard/v1/account_service_pb";
import { ErrorDetailSchema } from "../gen/uvboard/v1/common_pb";
import { explain } from "./connect";
import { failureMessage, readFailure } from "./failure";

async function failWith(error: unknown): Promise<unknown> {
  const transport = createRouterTransport(
    ({ service }) => {
      service(AccountService, {
        register: () => {
          throw error;
        },
      });
    },
    { transport: { interceptors: [explain] } },
  );
  return createClient(AccountService, transport)
    .register({})
    .then(
      () => expect.fail("the call should fail"),
      (thrown: unknown) => thrown,
    );
}

describe("readFailure", () => {
  it("reads the sentence, the code and the fields", async () => {
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

  it("knows who is not logged in and what does not exist", async () => {
    expect(readFailure(await failWith(new ConnectError("Log in", Code.Unauthenticated))).unauthenticated).toBe(true);
    expect(readFailure(await failWith(new ConnectError("Gone", Code.NotFound))).notFound).toBe(true);
  });

  it("says it plainly when the server was not reached", () => {
    const sentence = /^The server could not be reached/;
    expect(readFailure(ConnectError.from(new TypeError("Failed to fetch"))).message).toMatch(sentence);
    // As the browser does for a piece of the app that did not come.
    expect(readFailure(new TypeError("Failed to fetch dynamically imported module")).message).toMatch(sentence);
  });

  it("falls back where the server said nothing", async () => {
    expect(failureMessage(await failWith(new ConnectError("", Code.Internal)), "Failed to vote")).toBe(
      "Failed to vote",
    );
  });
});
