import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ErrorDetailSchema } from "../../gen/uvboard/v1/common_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { whenBusy } from "./busy";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unavailable = (code: string, retryAfter = 0) =>
  new ConnectError("", Code.Unavailable, undefined, [{ desc: ErrorDetailSchema, value: { code, retryAfter } }]);

/** Clients of a server that fails with the given errors, one for each call, and then answers. */
function server(...failures: ConnectError[]) {
  const calls: number[] = [];
  const start = Date.now();
  const answer = () => {
    calls.push(Date.now() - start);
    const failure = failures.shift();
    if (failure) throw failure;
    return {};
  };
  const transport = createRouterTransport(
    ({ rpc }) => {
      rpc(ProjectService.method.getProject, answer);
      rpc(ForumService.method.createPost, answer);
    },
    { transport: { interceptors: [whenBusy] } },
  );
  return { calls, projects: createClient(ProjectService, transport), forum: createClient(ForumService, transport) };
}

test("a read and a write that a busy server refused are sent again, after its time and at most twice that", async () => {
  for (const call of ["getProject", "createPost"] as const) {
    const { calls, projects, forum } = server(unavailable("BUSY", 2), unavailable("BUSY"));
    const done = call === "getProject" ? projects.getProject({ id: "kiln" }) : forum.createPost({ content: "Hot." });
    await vi.runAllTimersAsync();
    await done;
    expect(calls).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = calls;
    expect(second - first).toBeGreaterThanOrEqual(2000);
    expect(second - first).toBeLessThanOrEqual(4000);
    expect(third - second).toBeGreaterThanOrEqual(1000);
    expect(third - second).toBeLessThanOrEqual(2000);
  }
});

test("it is told after five refusals", async () => {
  const { calls, projects } = server(...Array.from({ length: 9 }, () => unavailable("BUSY", 1)));
  const failed = expect(projects.getProject({ id: "kiln" })).rejects.toThrow("unavailable");
  await vi.runAllTimersAsync();
  await failed;
  expect(calls).toHaveLength(5);
});

test("other failures are told at once, also a service that is not set up and a proxy without a server", async () => {
  for (const failure of [
    unavailable("OPENAI_KEY_MISSING"),
    new ConnectError("", Code.Unavailable),
    new ConnectError("", Code.Internal),
  ]) {
    const { calls, projects } = server(failure);
    await expect(projects.getProject({ id: "kiln" })).rejects.toThrow();
    expect(calls).toHaveLength(1);
  }
});

test("a call that is no longer needed is not sent again", async () => {
  const { calls, projects } = server(unavailable("BUSY"));
  const ended = new AbortController();
  const failed = expect(projects.getProject({ id: "kiln" }, { signal: ended.signal })).rejects.toThrow("canceled");
  await vi.advanceTimersByTimeAsync(10);
  ended.abort();
  await vi.runAllTimersAsync();
  await failed;
  expect(calls).toHaveLength(1);
});
