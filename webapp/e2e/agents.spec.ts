import { arrive, expect, test } from "./support/test";

test("a draft that an agent asks to publish is published by its owner", async ({ newMember, page: guest, baseURL }) => {
  const { page, publish } = await newMember();
  const { id, title } = await publish({
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
  expect(JSON.parse(result.content[0].text)).toMatchObject({ url: `${baseURL}/projects/${id}` });

  await arrive(page, `/projects/${id}`, title);
  await expect(page.getByText(/^Your agent asked .* to publish this\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Only you and admins can see this.")).toBeHidden();
  await arrive(guest, `/projects/${id}`, title);

  await guest.goto("/docs/api");
  await guest.getByRole("link", { name: "Use with your agent" }).click();
  await guest.getByRole("tab", { name: "VS Code" }).click();
  await expect(guest.getByRole("tabpanel").getByText(`${baseURL}/mcp`)).toBeVisible();
});
