import { createQueryOptions, useQuery, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { stale } from "../server/stale";
import { toastError } from "../ui/toast";

export type Session = {
  /** Only a "guest" is told to log in: "pending" (still loading) and "failed" do not say whether there is a user. */
  status: "member" | "guest" | "pending" | "failed";
  /** The logged-in user; undefined unless the status is "member". */
  user: SessionUser | undefined;
  /** Why the session could not be loaded; `refetch` tries again. */
  error: Error | null;
  refetch: () => void;
};

export function useSession(): Session {
  const { data, error, errorUpdateCount, refetch } = useQuery(
    AccountService.method.getSession,
    {},
    // Every screen has many readers: one that appears later does not repeat a failed request.
    { staleTime: stale.never, retryOnMount: false },
  );
  const user = data?.user;
  // A request that failed has no error while it is repeated. The session stays "failed" then, so that no screen goes away meanwhile.
  const unknown = errorUpdateCount > 0 ? "failed" : "pending";
  const status = user ? "member" : data ? "guest" : unknown;
  return { status, user, error: status === "failed" ? (error ?? new Error()) : null, refetch };
}

/**
 * A function for clicks, which may be made before the session is known. It waits for the session, or requests it once more if that
 * failed, and then calls one of its arguments. If the session stays unknown it calls neither, and a toast says so.
 */
export function useSessionCheck() {
  const client = useQueryClient();
  const transport = useTransport();
  const options = createQueryOptions(AccountService.method.getSession, {}, { transport });
  return async (member: (user: SessionUser) => unknown, guest: () => unknown): Promise<void> => {
    let user: SessionUser | undefined;
    try {
      user = (await client.ensureQueryData(options)).user;
    } catch {
      toastError("Couldn't load your account", "The server could not be reached. Nothing was lost.");
      return;
    }
    await (user ? member(user) : guest());
  };
}
