import { createRegistry, type DescMethodUnary, type Message } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import type { QueryClient } from "@tanstack/react-query";
import { AccountService } from "../gen/uvboard/v1/account_service_pb";
import { ProjectService } from "../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../gen/uvboard/v1/user_service_pb";

/** A response that the server inlined into the page, with the request that it answers. */
type First = { service: string; method: string; paged: boolean; input: Message; answer: Message };

// The services whose responses the server inlines.
const services = createRegistry(AccountService, ProjectService, StatsService, UserService);

/**
 * Puts the responses inlined into the HTML into the query cache, as if they had just been fetched.
 * If the page comes from the browser's cache, the responses may be outdated: they are shown, but marked stale so that
 * they are fetched again, and the inlined session is ignored.
 */
export function loadFirst(client: QueryClient, transport: Transport): void {
  const element = document.getElementById("first");
  if (!element?.textContent) return;
  const cached = isPageFromCache();
  const options = { updatedAt: cached ? 0 : undefined };
  for (const { service, method, paged, input, answer } of JSON.parse(element.textContent, revive) as First[]) {
    if (cached && method === AccountService.method.getSession.name) continue;
    // During a release, the page may come from a newer server than this script. The screen then sends the request itself.
    const schema = findMethod(service, method);
    if (!schema) continue;
    const request = { schema, input, transport };
    if (paged) {
      const key = createConnectQueryKey({ ...request, cardinality: "infinite" });
      client.setQueryData(key, { pages: [answer], pageParams: [""] }, options);
    } else client.setQueryData(createConnectQueryKey({ ...request, cardinality: "finite" }), answer, options);
  }
  element.remove();
}

function findMethod(service: string, name: string): DescMethodUnary | undefined {
  const method = services.getService(service)?.methods.find((method) => method.name === name);
  return method?.methodKind === "unary" ? (method as DescMethodUnary) : undefined;
}

// On back and forward navigation the browser may reuse the page without a request; the transfer size is then 0.
function isPageFromCache(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.transferSize === 0;
}

/**
 * Restores the two types that the server's JSON (backend/platform/web/message.go) cannot express: struct values and the
 * int64 seconds of a timestamp.
 */
export function revive(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("$struct" in value) return JSON.parse(value.$struct as string) as unknown;
  if ("$typeName" in value && value.$typeName === "google.protobuf.Timestamp" && "seconds" in value) {
    return { ...value, seconds: BigInt(value.seconds as string) };
  }
  return value;
}
