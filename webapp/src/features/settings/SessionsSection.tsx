import { createConnectQueryKey, useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Badge, Button } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { ErrorState } from "../../components/States";
import type { Session } from "../../gen/uvboard/v1/account_pb";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { failureMessage, readFailure } from "../../lib/failure";
import { paging } from "../../lib/query";
import { stale } from "../../lib/stale";
import { formatDate, toDate } from "../../lib/time";
import { toast, toastError } from "../../lib/toast";
import { RowsSkeleton } from "./RowsSkeleton";
import { Section } from "./Section";
import css from "./Settings.module.css";
import { lastUsed } from "./when";

/** Where the member is logged in. Every session but this one can be ended. */
export function SessionsSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useInfiniteQuery(
    AccountService.method.listSessions,
    { pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const sessions = query.data?.pages.flatMap((page) => page.sessions);

  return (
    <Section
      title="Sessions"
      text="Devices where you're logged in. Don't recognize one? Revoke it and change your password."
      heading={heading}
    >
      {query.isPending && <RowsSkeleton />}
      {query.error && !sessions && (
        <ErrorState title="Couldn't load your sessions" error={query.error} onRetry={query.refetch} />
      )}
      {sessions && (
        <ul className={css.rows} aria-label="Sessions">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      {sessions && query.isFetchNextPageError && (
        <ErrorState title="Couldn't load more" error={query.error} onRetry={() => query.fetchNextPage()} />
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <Button loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Load More Sessions
        </Button>
      )}
    </Section>
  );
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const refresh = () =>
    client.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: AccountService.method.listSessions, cardinality: undefined }),
    });
  const done = () => {
    // Behind an open dialog nothing can take the focus.
    flushSync(() => setAsking(false));
    toast("Session Revoked", `${program} is logged out.`);
    onEnded();
  };
  const revoke = useMutation(AccountService.method.revokeSession, {
    onSuccess: async () => {
      await refresh();
      done();
    },
    onError: async (error) => {
      // Ended elsewhere meanwhile, which is what was asked for.
      if (readFailure(error).notFound) {
        await refresh();
        done();
        return;
      }
      setAsking(false);
      toastError("Error", failureMessage(error, "Failed to revoke the session"));
    },
  });
  const program = session.userAgent || "Unknown program";
  const Icon = iconOf(session.userAgent);
  const began = toDate(session.createdAt);

  return (
    <li className={css.row}>
      <Icon size={18} />
      <div className={css.words}>
        <b>{program}</b> {session.current && <Badge>This session</Badge>}
        <p>
          {began && <span>Since {formatDate(began)}</span>}
          {!session.current && <span>{lastUsed(toDate(session.lastUsedAt), Date.now(), "day")}</span>}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          variant="outline"
          color="quench"
          aria-label={`Revoke ${program}`}
          onClick={() => setAsking(true)}
        >
          Revoke
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={`Revoke ${program}`}
        text="This device is logged out immediately. Logging in again needs your password."
        action="Revoke"
        busyAction="Revoking..."
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate({ id: session.id })}
        onClose={() => !revoke.isPending && setAsking(false)}
      />
    </li>
  );
}

// The server shortens what programs call themselves to "Firefox on Linux"; what is no browser keeps its own name.
function iconOf(userAgent: string) {
  if (/ on (iPhone|iPad|Android)$/.test(userAgent)) return IconDeviceMobile;
  return / on /.test(userAgent) ? IconDeviceDesktop : IconTerminal2;
}
