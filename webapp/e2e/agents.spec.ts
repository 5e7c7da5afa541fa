import { createHash, randomBytes } from "node:crypto";
import { password } from "./support/members";
import { arrive, expect, test } from "./support/test";

test("a draft that an agent asks to publish is published by its owner", async ({ newMember, page: guest, baseURL }) => {
  const { page, publish } = await newMember();
  const { id, title, path } = await publish({
    isPublic: false,
    description: "Develops images under ultraviolet light, one plate at a time.",
  });
  const screenshots = [(await (await page.request.get(`/api/projects/${id}`)).json()).logo as string];
  await page.request.put(`/api/projects/${id}`, { data: { media: { screenshots, videos: [] } } });
  const made = await page.request.post("/api/auth/tokens", { data: { name: "Agent" } });
  const { token } = (await made.json()) as { token: string };

  // What a client of the Model Context Protocol sends.
  const answer = await guest.request.post("/mcp", {
    headers: { Authorization: `Bearer ${token}`, Accept: "application/json, text/event-stream" },
    data: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "request_publish", arguments: { id } } },
  });
  const { result } = (await answer.json()) as { result: { content: [{ text: string }] } };
  expect(JSON.parse(result.content[0].text)).toMatchObject({ url: baseURL + path });

  await arrive(page, "/settings", "Settings");
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications, 2 unread"); // the other one is about the token
  await bell.click();
  const asked = page.getByRole("dialog").getByRole("link", { name: `Your agent asks to publish “${title}”` });
  await expect(asked).toHaveAttribute("href", path);
  await arrive(page, `/projects/${id}`, title);
  await expect(page.getByText(/^Your agent asked .* to publish this\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Only you and admins can see this.")).toBeHidden();
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread"); // the request waits no more
  expect((await guest.request.get(`/api/projects/${id}`)).status()).toBe(200);

  await guest.goto("/docs/api");
  await guest.getByRole("link", { name: "Use with your agent" }).click();
  await guest.getByRole("tab", { name: "VS Code" }).click();
  await expect(guest.getByRole("tabpanel").getByText(`${baseURL}/mcp`)).toBeVisible();
  // The program is a download, whose sum the page names.
  const { sha256, url } = await (await guest.request.get("/api/program")).json();
  await expect(guest.getByText(`SHA-256 ${sha256}`)).toBeVisible();
  const head = await guest.request.head(url);
  expect(head.status()).toBe(200);
  expect(head.headers().etag).toBe(`"${sha256}"`);
});

test("an agent asks in the browser to act for a member, who allows it after a login and disconnects it later", async ({
  newMember,
  page,
  baseURL,
  watch,
}) => {
  watch.expect(/localhost:7777/);
  watch.expect(/status of 401/);
  const { username } = await newMember();
  // What the client does by itself: it registers, and makes a code challenge.
  const callback = "http://localhost:7777/callback";
  const registered = await page.request.post("/oauth/register", {
    data: { client_name: "Kiln agent", redirect_uris: [callback] },
  });
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
    resource: `${baseURL}/mcp`,
  });
  await page.route(`${callback}*`, (route) => route.fulfill({ contentType: "text/html", body: "<h1>Back</h1>" }));
  const back = page.getByRole("heading", { name: "Back" });

  await arrive(page, `/oauth/authorize?${query}`, "Connect Kiln agent?");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(back).toBeVisible();
  expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");

  await arrive(page, `/oauth/authorize?${query}`, "Connect Kiln agent?");
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("list", { name: "What the app can do" }).getByRole("listitem")).toHaveCount(2);
  await expect(page.getByText("localhost:7777")).toBeVisible();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(back).toBeVisible();
  const { searchParams } = new URL(page.url());
  expect(searchParams.get("state")).toBe("fired");
  const exchanged = await page.request.post("/oauth/token", {
    form: {
      client_id,
      grant_type: "authorization_code",
      code: searchParams.get("code") ?? "",
      redirect_uri: callback,
      code_verifier: verifier,
    },
  });
  const { access_token } = (await exchanged.json()) as { access_token: string };
  const listTools = () =>
    page.request.post("/mcp", {
      headers: { Authorization: `Bearer ${access_token}`, Accept: "application/json, text/event-stream" },
      data: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    });
  expect((await listTools()).status()).toBe(200);

  await arrive(page, "/settings", "Settings");
  const app = page
    .getByRole("list", { name: "Connected apps" })
    .getByRole("listitem")
    .filter({ hasText: "Kiln agent" });
  await app.getByRole("button", { name: /^Disconnect/ }).click();
  await page.getByRole("dialog", { name: "Disconnect Kiln agent" }).getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("App Disconnected")).toBeVisible();
  await expect(app).toHaveCount(0);
  expect((await listTools()).status()).toBe(401);
});
