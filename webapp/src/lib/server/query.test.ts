import { createQueryOptions } from "@connectrpc/connect-query";
import { focusManager, onlineManager, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { readFailure } from "./failure";
import { newQueryClient } from "./query";
import { stale } from "./stale";
import { transport } from "./transport";

test("queries are neither repeated nor polled, and not fetched again when the window gets the focus", () => {
  const { queries } = newQueryClient().getDefaultOptions();
  // spec: call.data.retry
  expect(queries?.retry).toBe(false);
  // spec: call.data.focus
  expect(queries?.refetchOnWindowFocus).toBe(false);
  // spec: call.data.polling
  expect(queries?.refetchInterval).toBeUndefined();
});

test("the data of an open page is not fetched again, however long it is open", async () => {
  vi.useFakeTimers();
  const client = newQueryClient();
  client.mount();
  const fetch = vi.fn(async () => "a kiln");
  const leave = new QueryObserver(client, { queryKey: ["kiln"], queryFn: fetch }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
  for (const back of [false, true]) {
    focusManager.setFocused(back);
    onlineManager.setOnline(back);
  }
  await vi.advanceTimersByTimeAsync(1000);
  leave();
  client.unmount();
  vi.useRealTimers();
  // spec: call.data.stale
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("news are fresh for 30 seconds", () => {
  // spec: call2.news.fresh, const2.news.stale
  expect(stale.news).toBe(30_000);
});

test("a read is a GET of the procedure in its key", async () => {
  const fetched: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    fetched.push(`${method} ${url.split("?")[0]}`);
    return Response.json({ code: "not_found", message: "Project not found" }, { status: 404 });
  });
  const read = newQueryClient().fetchQuery(
    createQueryOptions(ProjectService.method.getProject, { id: "kiln" }, { transport }),
  );
  const error = await read.catch((thrown: unknown) => thrown as Error);
  vi.unstubAllGlobals();
  // spec: call.data.key
  expect(fetched).toEqual(["GET /uvboard.v1.ProjectService/GetProject"]);
  // spec: error.reader
  expect((error as Error).message).toBe("[not_found] Project not found");
  expect(readFailure(error).message).toBe("Project not found");
});
