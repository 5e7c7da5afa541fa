import { createHash, randomBytes } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";

/** Connects an app for the user of a session and returns the headers of its requests. */
export async function connectApp(request: APIRequestContext, name: string): Promise<{ Authorization: string }> {
  const callback = "http://localhost:7777/callback";
  const registered = await request.post("/oauth/register", { data: { client_name: name, redirect_uris: [callback] } });
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    client_id,
    redirect_uri: callback,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope: "read write",
    state: "fired",
  });
  const allowed = await request.post("/api/auth/apps/authorization", { data: { query: query.toString() } });
  const { redirectUrl } = (await allowed.json()) as { redirectUrl: string };
  const code = new URL(redirectUrl).searchParams.get("code") ?? "";
  const exchanged = await request.post("/oauth/token", {
    form: { client_id, grant_type: "authorization_code", code, redirect_uri: callback, code_verifier: verifier },
  });
  expect(exchanged.status()).toBe(200);
  const { access_token } = (await exchanged.json()) as { access_token: string };
  return { Authorization: `Bearer ${access_token}` };
}
