import { create, toJson } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { createInfiniteQueryOptions, createQueryOptions } from "@connectrpc/connect-query";
import { hashKey } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { exploreInput } from "../../features/explore/query";
import { allChannels, postsOf, threadsOf } from "../../features/forum/queries";
import { homeInput } from "../../features/home/queries";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { Stage } from "../../gen/uvboard/v1/project_pb";
import { ListProjectsRequestSchema, ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { loadFirst, loadLater } from "./first";
import { newQueryClient, paging } from "./query";

describe("loadFirst", () => {
  const transport = createRouterTransport(() => {});
  const { listProjects } = ProjectService.method;
  const answer = {
    projects: [{ title: "Two-Drum", stage: "STAGE_MVP", createdAt: "2026-03-01T12:00:00Z" }],
    newField: 1,
  };
  const json = (input: object) => toJson(ListProjectsRequestSchema, create(ListProjectsRequestSchema, input));
  const inlined = (method: string, paged: boolean, input: unknown, answer: unknown) => ({
    service: method === "GetSession" ? AccountService.typeName : ProjectService.typeName,
    method,
    paged,
    input,
    answer,
  });
  const load = (page: unknown[], transferSize = 1000) => {
    const element = { textContent: JSON.stringify(page), remove: vi.fn() };
    class Navigation {
      transferSize = transferSize;
    }
    vi.stubGlobal("document", { getElementById: () => element });
    vi.stubGlobal("PerformanceNavigationTiming", Navigation);
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([new Navigation() as never]);
    const client = newQueryClient();
    loadFirst(client, transport);
    expect(element.remove).toHaveBeenCalledOnce();
    return client;
  };
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it.each([homeInput.featured, homeInput.trending, homeInput.newest])(
    "caches a list under the key of useQuery for %o",
    (input) => {
      const client = load([inlined("ListProjects", false, json(input), answer)]);
      const { queryKey } = createQueryOptions(listProjects, input, { transport });
      expect(client.getQueryData(queryKey)).toMatchObject({
        $typeName: "uvboard.v1.ListProjectsResponse",
        projects: [{ title: "Two-Drum", stage: Stage.MVP, createdAt: { seconds: 1772366400n } }],
      });
    },
  );

  it.each([{}, { q: "tea", stage: "mvp", sort: "trending" }])(
    "caches a first page under the key of useInfiniteQuery for %o",
    (search) => {
      const input = exploreInput(search);
      const client = load([inlined("ListProjects", true, json(input), answer)]);
      const { queryKey } = createInfiniteQueryOptions(listProjects, input, { transport, ...paging });
      expect(client.getQueryData(queryKey)).toMatchObject({ pages: [{}], pageParams: [""] });
    },
  );

  it("marks responses of a page from the browser's cache as stale, without the session", () => {
    const client = load([inlined("GetSession", false, {}, {}), inlined("ListProjects", false, {}, answer)], 0);
    const session = createQueryOptions(AccountService.method.getSession, {}, { transport });
    const list = createQueryOptions(listProjects, {}, { transport });
    expect(client.getQueryData(session.queryKey)).toBeUndefined();
    expect(client.getQueryState(list.queryKey)).toMatchObject({ dataUpdatedAt: 0, data: expect.anything() });
  });

  it("keeps the responses of a service until a screen brings it along", () => {
    const input = { service: ForumService.typeName, method: "ListChannels", paged: true, input: {} };
    const client = load([{ ...input, answer: { channels: [{ name: "Agents" }] } }]);
    expect(client.getQueryCache().getAll()).toHaveLength(0);
    loadLater(client, transport, ForumService);
    const { queryKey } = createInfiniteQueryOptions(ForumService.method.listChannels, allChannels, {
      transport,
      ...paging,
    });
    expect(client.getQueryData(queryKey)).toMatchObject({ pages: [{ channels: [{ name: "Agents" }] }] });
    client.clear();
    loadLater(client, transport, ForumService);
    expect(client.getQueryCache().getAll()).toHaveLength(0);
  });

  it("the forum reads what the server inlines", () => {
    const { listThreads, listPosts } = ForumService.method;
    const forum = (method: string, input: object) => ({ service: ForumService.typeName, method, input, answer: {} });
    const client = load([
      { ...forum("ListThreads", { channelId: "c" }), paged: true },
      { ...forum("ListPosts", { threadId: "t" }), paged: true },
    ]);
    loadLater(client, transport, ForumService);
    const options = { transport, ...paging };
    expect(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryHash }) => queryHash),
    ).toEqual([
      hashKey(createInfiniteQueryOptions(listThreads, threadsOf("c"), options).queryKey),
      hashKey(createInfiniteQueryOptions(listPosts, postsOf("t", {}), options).queryKey),
    ]);
  });

  it("skips a method that the app does not know", () => {
    const client = load([inlined("ListNothing", false, {}, {}), inlined("ListProjects", false, {}, answer)]);
    expect(client.getQueryCache().getAll()).toHaveLength(1);
  });
});
