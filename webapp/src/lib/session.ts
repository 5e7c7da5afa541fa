import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey, createQueryOptions, useQuery, useTransport } from "@connectrpc/connect-query";
import { hashKey, useQueryClient } from "@tanstack/react-query";
import { AccountService, GetSessionResponseSchema } from "../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../gen/uvboard/v1/user_pb";
import { stale } from "./stale";

export type Session = {
  /** The person logged in; undefined for a guest and while the first check is pending. */
  user: SessionUser | undefined;
  /** True until it is known whether somebody is logged in. */
  isPending: boolean;
};

export function useSession(): Session {
  const { data, isPending } = useQuery(AccountService.method.getSession, {}, { staleTime: stale.never });
  return { user: data?.user, isPending };
}

/** Waits until it is known who is there, for acts that must not be lost in the first moment of a page. */
export function useWhoIsThere(): () => Promise<SessionUser | undefined> {
  const client = useQueryClient();
  const transport = useTransport();
  return async () => {
    const options = createQueryOptions(AccountService.method.getSession, {}, { transport });
    return (await client.fetchQuery({ ...options, staleTime: stale.never })).user;
  };
}

/** What login, logout and an edit of the own profile do to the state of the page. */
export function useSessionChange() {
  const client = useQueryClient();
  const transport = useTransport();
  const queryKey = createConnectQueryKey({
    schema: AccountService.method.getSession,
    input: {},
    transport,
    cardinality: "finite",
  });

  const become = async (user: SessionUser | undefined) => {
    await client.cancelQueries();
    client.setQueryData(queryKey, create(GetSessionResponseSchema, { user }));
    const hash = hashKey(queryKey);
    const others = (query: { queryHash: string }) => query.queryHash !== hash;
    client.removeQueries({ type: "inactive", predicate: others });
    // What is on screen starts over from nothing; nobody waits for its answers.
    void client.resetQueries({ predicate: others });
  };

  return {
    /** After login and registration: everything on the page is asked for again, as the new person. */
    start: (user: SessionUser) => become(user),
    /** After logout: nothing of the person's remains in memory. */
    end: () => become(undefined),
    /** After an edit of the own profile, so that the header follows. */
    refresh: () => client.invalidateQueries({ queryKey }),
  };
}
