import { type DescMethodUnary, type DescService, fromJson, type JsonValue } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import type { QueryClient } from "@tanstack/react-query";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { BoardService } from "../../gen/uvboard/v1/board_service_pb";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";

/** A response that the server inlined into the page, with the request that it answers. */
type First = { service: string; method: string; paged: boolean; input: JsonValue; answer: JsonValue };

// The services that every screen knows. Those of other screens come with loadLater.
const services = [AccountService, BlogService, BoardService, NewsService, ProjectService, StatsService, UserService];

// A newer server may know more fields.
const known = { ignoreUnknownFields: true };

// Responses of services that are not loaded yet.
let later: First[] = [];

/**
 * Whether the server made the page for a request without a session: then it inlines the answer that there is none. While the session
 * loads, the layout expects a guest or a member by it.
 */
export let isMadeForGuest = false;

/**
 * Puts the responses inlined into the HTML into the query cache, as if they had just been fetched.
 * If the page comes from the browser's cache, the responses may be outdated: they are shown, but marked stale so that
 * they are fetched again, and the inlined session is ignored.
 */
export function loadFirst(client: QueryClient, transport: Transport): void {
  const element = document.getElementById("first");
  if (!element?.textContent) return;
  later = JSON.parse(element.textContent) as First[];
  loadLater(client, transport, ...services);
  element.remove();
}

/** Does the same for services whose code a screen loads. Call it before the screen queries them. */
export function loadLater(client: QueryClient, transport: Transport, ...services: DescService[]): void {
  if (later.length === 0) return;
  const cached = isPageFromCache();
  const options = { updatedAt: cached ? 0 : undefined };
  const find = (name: string) => services.find(({ typeName }) => typeName === name);
  const loaded = later.filter(({ service }) => find(service));
  later = later.filter((first) => !loaded.includes(first));
  for (const { service, method, paged, input, answer } of loaded) {
    if (method === AccountService.method.getSession.name) {
      isMadeForGuest = true;
      if (cached) continue;
    }
    // During a release, the page may come from a newer server than this script. The screen then sends the request itself.
    const schema = findMethod(find(service), method);
    if (!schema) continue;
    const request = { schema, input: fromJson(schema.input, input, known), transport };
    const message = fromJson(schema.output, answer, known);
    if (paged) {
      const key = createConnectQueryKey({ ...request, cardinality: "infinite" });
      client.setQueryData(key, { pages: [message], pageParams: [""] }, options);
    } else client.setQueryData(createConnectQueryKey({ ...request, cardinality: "finite" }), message, options);
  }
}

function findMethod(service: DescService | undefined, name: string): DescMethodUnary | undefined {
  const method = service?.methods.find((method) => method.name === name);
  return method?.methodKind === "unary" ? (method as DescMethodUnary) : undefined;
}

// On back and forward navigation the browser may reuse the page without a request; the transfer size is then 0.
function isPageFromCache(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.transferSize === 0;
}
