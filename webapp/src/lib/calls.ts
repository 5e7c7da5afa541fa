import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import {
  type QueryClient,
  useInfiniteQuery as tanstackInfiniteQuery,
  useMutation as tanstackMutation,
  useQuery as tanstackQuery,
  type UseMutationOptions,
} from "@tanstack/react-query";
import type { AccountService } from "../gen/uvboard/v1/account_service_pb";
import type { ProjectService } from "../gen/uvboard/v1/project_service_pb";
import type { StatsService } from "../gen/uvboard/v1/stats_service_pb";
import type { UserService } from "../gen/uvboard/v1/user_service_pb";
import type { VoteService } from "../gen/uvboard/v1/vote_service_pb";
import { piece } from "./piece";

// A page is first drawn from answers that came with its HTML. What speaks to the server (Connect, protobuf and all
// descriptors, a quarter of the JavaScript there is) is not needed for that, and comes when it is. Until then a call is
// known by its name alone: enough to know its answer's place in the cache, which is where connect-query would put it.

/** One call of one service. */
export type Call<I extends DescMessage, O extends DescMessage> = {
  service: string;
  method: string;
  /** Never there: the messages it takes and answers. */
  types?: { input: I; output: O };
};

type CallOf<M> = M extends DescMethodUnary<infer I, infer O> ? Call<I, O> : never;

const call = <M extends DescMethodUnary>(service: string, method: string) => ({ service, method }) as CallOf<M>;

const account = "uvboard.v1.AccountService";
const project = "uvboard.v1.ProjectService";
const stats = "uvboard.v1.StatsService";
const user = "uvboard.v1.UserService";
const vote = "uvboard.v1.VoteService";

/** The calls of the first screens and of what stands around every screen. */
export const calls = {
  getSession: call<typeof AccountService.method.getSession>(account, "GetSession"),
  logout: call<typeof AccountService.method.logout>(account, "Logout"),
  listProjects: call<typeof ProjectService.method.listProjects>(project, "ListProjects"),
  getProject: call<typeof ProjectService.method.getProject>(project, "GetProject"),
  listRelatedProjects: call<typeof ProjectService.method.listRelatedProjects>(project, "ListRelatedProjects"),
  getCommunityStats: call<typeof StatsService.method.getCommunityStats>(stats, "GetCommunityStats"),
  listTopUsers: call<typeof UserService.method.listTopUsers>(user, "ListTopUsers"),
  getUserStats: call<typeof UserService.method.getUserStats>(user, "GetUserStats"),
  listUserProjects: call<typeof UserService.method.listUserProjects>(user, "ListUserProjects"),
  getVoteSummary: call<typeof VoteService.method.getVoteSummary>(vote, "GetVoteSummary"),
  batchGetVoteSummaries: call<typeof VoteService.method.batchGetVoteSummaries>(vote, "BatchGetVoteSummaries"),
  castVote: call<typeof VoteService.method.castVote>(vote, "CastVote"),
  removeVote: call<typeof VoteService.method.removeVote>(vote, "RemoveVote"),
};

/** The transport's name in every key of the cache. */
export const transportKey = "board";

/** Loads what speaks to the server. */
export const connect = () => piece(() => import("./connect"));

type Key<T> = readonly unknown[] & { readonly answer?: T };

/**
 * The place of an answer in the cache, the same as connect-query's. Without an input it covers all answers to the call.
 */
export function keyOf<I extends DescMessage, O extends DescMessage>(
  { service, method }: Call<I, O>,
  input?: MessageInitShape<I>,
  cardinality: "finite" | "infinite" = "finite",
): Key<MessageShape<O>> {
  const place = { serviceName: service, methodName: method, transport: transportKey, cardinality };
  return ["connect-query", input === undefined ? place : { ...place, input: told(input) }];
}

// Defaults are not told. No field of these calls' inputs is a message.
function told(input: object): object {
  const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => name !== "$typeName" && isSet(value)));
}

/** How to get an answer, and where it is kept. */
export function queryOptions<I extends DescMessage, O extends DescMessage>(
  call: Call<I, O>,
  input: MessageInitShape<I>,
) {
  return {
    queryKey: keyOf(call, input),
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await connect()).ask(call, input, signal),
  };
}

/** As queryOptions, for a list that comes page by page. Its input names no page. */
export function listOptions<I extends DescMessage, O extends DescMessage>(
  call: Call<I, O>,
  input: MessageInitShape<I>,
) {
  return {
    queryKey: keyOf(call, input, "infinite"),
    queryFn: async ({ signal, pageParam }: { signal: AbortSignal; pageParam: string }) =>
      (await connect()).ask(call, { ...input, pageToken: pageParam } as MessageInitShape<I>, signal),
    initialPageParam: "",
    getNextPageParam: (page: MessageShape<O>) => (page as { nextPageToken?: string }).nextPageToken || undefined,
  };
}

/** connect-query's useQuery, of a call known by name. */
export function useQuery<I extends DescMessage, O extends DescMessage>(
  call: Call<I, O>,
  input: MessageInitShape<I>,
  options: { enabled?: boolean; staleTime?: number } = {},
) {
  return tanstackQuery({ ...queryOptions(call, input), ...options });
}

/** connect-query's useInfiniteQuery, of a list known by name. */
export function useInfiniteQuery<I extends DescMessage, O extends DescMessage>(
  call: Call<I, O>,
  input: MessageInitShape<I>,
) {
  return tanstackInfiniteQuery(listOptions(call, input));
}

/** connect-query's useMutation, of a call known by name. */
export function useMutation<I extends DescMessage, O extends DescMessage, Context>(
  call: Call<I, O>,
  options: Omit<UseMutationOptions<MessageShape<O>, Error, MessageInitShape<I>, Context>, "mutationFn">,
) {
  return tanstackMutation({ ...options, mutationFn: async (input) => (await connect()).ask(call, input) });
}

/** What routes know besides their address. */
export type RouteContext = { client: QueryClient };

/**
 * Asks for what a screen will want while its code is still on its way, or when a pointer comes near its link.
 * Nobody waits for it, and a failure is the screen's to show when it asks itself.
 */
export function prefetch<I extends DescMessage, O extends DescMessage>(
  { client }: RouteContext,
  call: Call<I, O>,
  input: MessageInitShape<I>,
): void {
  void client.prefetchQuery(queryOptions(call, input));
}
