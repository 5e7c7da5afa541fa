import { notifications } from "@mantine/notifications";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { failureMessage } from "../server/failure";
import { isRetryable, upload } from "./upload";

type Response = { status: number; body: string } | "broken";

function respondWith(response: Response) {
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {};
      status = response === "broken" ? 0 : response.status;
      responseText = response === "broken" ? "" : response.body;
      onload = () => {};
      onerror = () => {};
      open() {}
      send() {
        if (response === "broken") this.onerror();
        else this.onload();
      }
    },
  );
  return upload("/api/upload", "file", new File(["x"], "x.png"));
}

afterEach(() => vi.unstubAllGlobals());

describe("upload", () => {
  it("returns the JSON response", async () => {
    await expect(respondWith({ status: 201, body: '{"url":"/uploads/x.png"}' })).resolves.toEqual({
      url: "/uploads/x.png",
    });
  });

  it("shows what the server says about a file that it took", async () => {
    const show = vi.spyOn(notifications, "show").mockReturnValue("");
    await respondWith({ status: 201, body: '{"url":"/uploads/x.png","notice":"It stands still."}' });
    const toast = show.mock.calls[0]?.[0];
    expect(toast?.title).toBe("Please note");
    expect(renderToStaticMarkup(toast?.message)).toBe("It stands still.");
  });

  it.each<[string, Response, string, boolean]>([
    [
      "the server's message for a refused file",
      { status: 413, body: '{"error":"File too large"}' },
      "File too large",
      false,
    ],
    ["the fallback for a proxy's error page", { status: 502, body: "<h1>Bad Gateway</h1>" }, "Failed to upload", true],
    ["the fallback for a success without JSON", { status: 200, body: "<h1>Log in</h1>" }, "Failed to upload", false],
    [
      "a hint for a broken connection",
      "broken",
      "The server could not be reached. Check your connection and try again.",
      true,
    ],
  ])("shows %s", async (_name, response, message, retryable) => {
    const thrown = await respondWith(response).catch((error: unknown) => error);
    expect(failureMessage(thrown, "Failed to upload")).toBe(message);
    expect(isRetryable(thrown)).toBe(retryable);
  });
});
