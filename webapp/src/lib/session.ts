import { hashKey, useQueryClient } from "@tanstack/react-query";
import type { GetSessionResponse } from "../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../gen/uvboard/v1/user_pb";
import { calls, keyOf, queryOptions, useQuery } from "./calls";
import { stale } from "./stale";

export type Session = {
  /** The person logged in; undefined for a guest and while the first check is pending. */
  user: SessionUser | undefined;
  /** True until it is known whether somebody is logged in. */
  isPending: boolean;
  /** Why it is not known; whoever needs to know can have it asked again. */
  error: Error | null;
  refetch: () => void;
};

export function useSession(): Session {
  const { data, isPending, error, refetch } = useQuery(calls.getSession, {}, { staleTime: stale.never });
  return { user: data?.user, isPending, error: data ? null : error, refetch };
}

/** Waits until it is known who is there, for acts that must not be lost in the first moment of a page. */
export function useWhoIsThere(): () => Promise<SessionUser | undefined> {
  const client = useQueryClient();
  return async () => (await client.fetchQuery({ ...queryOptions(calls.getSession, {}), staleTime: stale.never })).user;
}

/** What login, logout and an edit of the own profile do to the state of the page. */
export function useSessionChange() {
  const client = useQueryClient();
  const queryKey = keyOf(calls.getSession, {});

  const become = async (user: SessionUser | undefined) => {
    await client.cancelQueries();
    const session: GetSessionResponse = { $typeName: "uvboard.v1.GetSessionResponse", user };
    client.setQueryData(queryKey, session);
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
