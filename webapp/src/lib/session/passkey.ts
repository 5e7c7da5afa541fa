import type { JsonObject } from "@bufbuild/protobuf";
import { useBoard } from "../board/board";

/** Whether the board and the browser let users log in with passkeys. */
export function useOffersPasskeys(): boolean {
  const { features } = useBoard();
  return Boolean(features?.passkeys) && typeof PublicKeyCredential !== "undefined";
}

// Loaded with the first use of a passkey.
const library = () => import("@simplewebauthn/browser");

/** Has the browser make a passkey with the options of the server, and returns what the server then needs. */
export async function createPasskey(options: JsonObject | undefined): Promise<JsonObject> {
  const { startRegistration } = await library();
  type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
  return asJson(startRegistration({ optionsJSON: options as unknown as Options }));
}

/** Has the browser answer with a passkey, and returns what the server then needs. */
export async function answerWithPasskey(options: JsonObject | undefined): Promise<JsonObject> {
  const { startAuthentication } = await library();
  type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];
  return asJson(startAuthentication({ optionsJSON: options as unknown as Options }));
}

async function asJson(asked: Promise<object>): Promise<JsonObject> {
  try {
    // Without the values that are undefined.
    return JSON.parse(JSON.stringify(await asked)) as JsonObject;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new Error(messages[name] ?? "Your browser could not use a passkey.");
  }
}

const messages: Record<string, string> = {
  NotAllowedError: "No passkey was used. Please try again.",
  AbortError: "No passkey was used. Please try again.",
  InvalidStateError: "This device has a passkey for your account already.",
};
