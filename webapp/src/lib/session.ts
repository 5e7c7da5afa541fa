import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey, createQueryOptions, useQuery, useTransport } from "@connectrpc/connect-query";
import { hashKey, useQueryClient } from "@tanstack/react-query";
import { AccountService, GetSessionResponseSchema } from "../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../gen/uvboard/v1/user_pb";
import { stale } from "./stale";

export type Session = {
  /** The logged-in user; undefined for a guest and while the session is loading. */
  user: SessionUser | undefined;
  /** True while the session is loading. */
  isPending: boolean;
  /** Why the session could not be loaded; `refetch` tries again. */
  error: Error | null;
  refetch: () => void;
};

export function useSession(): Session {
  const { data, isPending, error, refetch } = useQuery(
    AccountService.method.getSession,
    {},
    { staleTime: stale.never },
  );
  return { user: data?.user, isPending, error: data ? null : error, refetch };
}

/** A function that waits for the session to load, for clicks made before that. */
export function useAwaitUser(): () => Promise<SessionUser | undefined> {
  const client = useQueryClient();
  const transport = useTransport();
  const options = createQueryOptions(AccountService.method.getSession, {}, { transport });
  return async () => (await client.fetchQuery({ ...options, staleTime: stale.never })).user;
}

/** Updates the query cache after login, logout and changes of the user's own account. */
export function useSessionChange() {
  const client = useQueryClient();
  const transport = useTransport();
  const queryKey = createConnectQueryKey({
    schema: AccountService.method.getSession,
    input: {},
    transport,
    cardinality: "finite",
  });

  const setUser = async (user: SessionUser | undefined) => {
    await client.cancelQueries();
    await window.caches?.delete("pages"); // of the service worker: they show what only the former user may see
    client.setQueryData(queryKey, create(GetSessionResponseSchema, { user }));
    // What only members see leaves the screen first: a guest may not ask for it.
    await new Promise((rendered) => setTimeout(rendered));
    const hash = hashKey(queryKey);
    const others = (query: { queryHash: string; meta: Record<string, unknown> | undefined }) =>
      query.queryHash !== hash && !query.meta?.forEverybody;
    client.removeQueries({ type: "inactive", predicate: others });
    // Queries on screen are cleared and fetched again, without waiting for them.
    void client.resetQueries({ predicate: others });
  };

  return {
    /** After login and registration: all other queries are fetched again as the new user. */
    start: (user: SessionUser) => setUser(user),
    /** After logout: removes the user's data from memory. */
    end: () => setUser(undefined),
    /** After a change of the user's own account: fetches the session again. */
    refresh: () => client.invalidateQueries({ queryKey }),
  };
}
