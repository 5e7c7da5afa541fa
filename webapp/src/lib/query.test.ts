import { createQueryOptions } from "@connectrpc/connect-query";
import { expect, test, vi } from "vitest";
import { ProjectService } from "../gen/uvboard/v1/project_service_pb";
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
