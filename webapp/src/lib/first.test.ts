import { create, fromJson } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { createInfiniteQueryOptions, createQueryOptions } from "@connectrpc/connect-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { exploreInput } from "../features/explore/query";
import { homeInput } from "../features/home/queries";
import { AccountService } from "../gen/uvboard/v1/account_service_pb";
import {
  ListProjectsRequestSchema,
  ListProjectsResponseSchema,
  ProjectService,
} from "../gen/uvboard/v1/project_service_pb";
import { loadFirst, revive } from "./first";
import { newQueryClient, paging } from "./query";
import answers from "./testdata/first.json";

// The server writes the file: the same response as it is inlined into a page and as Connect returns it.
it("an inlined response equals the message that Connect returns", () => {
  const held: unknown = JSON.parse(JSON.stringify(answers.held), revive);
  expect(held).toStrictEqual(fromJson(ListProjectsResponseSchema, answers.connect as never));
});

describe("loadFirst", () => {
  const transport = createRouterTransport(() => {});
  const { listProjects } = ProjectService.method;
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
      const client = load([inlined("ListProjects", false, create(ListProjectsRequestSchema, input), answers.held)]);
      const { queryKey } = createQueryOptions(listProjects, input, { transport });
      expect(client.getQueryData(queryKey)).toHaveProperty("projects.0.title", answers.connect.projects[0]?.title);
    },
  );

  it.each([{}, { q: "tea", stage: "mvp", sort: "trending" }])(
    "caches a first page under the key of useInfiniteQuery for %o",
    (search) => {
      const input = exploreInput(search);
      const client = load([inlined("ListProjects", true, create(ListProjectsRequestSchema, input), answers.held)]);
      const { queryKey } = createInfiniteQueryOptions(listProjects, input, { transport, ...paging });
      expect(client.getQueryData(queryKey)).toMatchObject({ pages: [{}], pageParams: [""] });
    },
  );

  it("marks responses of a page from the browser's cache as stale, without the session", () => {
    const client = load([inlined("GetSession", false, {}, {}), inlined("ListProjects", false, {}, answers.held)], 0);
    const session = createQueryOptions(AccountService.method.getSession, {}, { transport });
    const list = createQueryOptions(listProjects, {}, { transport });
    expect(client.getQueryData(session.queryKey)).toBeUndefined();
    expect(client.getQueryState(list.queryKey)).toMatchObject({ dataUpdatedAt: 0, data: expect.anything() });
  });

  it("skips a method that the app does not know", () => {
    const client = load([inlined("ListNothing", false, {}, {}), inlined("ListProjects", false, {}, answers.held)]);
    expect(client.getQueryCache().getAll()).toHaveLength(1);
  });
});
