import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A stand-in for GitHub's login. Its page has a link that logs in as a new user, whose name is the state of the login. */
export async function startGitHub() {
  const challenges = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    const user = request.headers.authorization?.replace("Bearer ", "") ?? "";
    const answer = (value: unknown) => {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(value));
    };
    request.on("end", () => {
      if (pathname === "/login/oauth/authorize") {
        const state = searchParams.get("state") ?? "";
        const code = state.replace(/[^a-zA-Z0-9]/g, "").slice(0, 12);
        challenges.set(code, searchParams.get("code_challenge") ?? "");
        const back = (query: Record<string, string>) =>
          `${searchParams.get("redirect_uri")}?${new URLSearchParams({ state, ...query })}`.replace(/&/g, "&amp;");
        response.setHeader("Content-Type", "text/html");
        response.end(
          `<!doctype html><link rel="icon" href="data:,"><a href="${back({ code })}">Authorize</a> <a href="${back({ error: "access_denied" })}">Cancel</a>`,
        );
      } else if (pathname === "/login/oauth/access_token") {
        const form = new URLSearchParams(body);
        const code = form.get("code") ?? "";
        const proof = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        answer(
          challenges.get(code) === proof ? { access_token: code, token_type: "bearer" } : { error: "incorrect_code" },
        );
      } else if (pathname === "/api/v3/user") {
        answer({ id: Number.parseInt(createHash("sha256").update(user).digest("hex").slice(0, 12), 16), login: user });
      } else {
        answer([{ email: `${user}@example.com`, primary: true, verified: true }]);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
