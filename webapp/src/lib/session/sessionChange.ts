import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { hashKey, useQueryClient } from "@tanstack/react-query";
import { AccountService, GetSessionResponseSchema } from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";

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
