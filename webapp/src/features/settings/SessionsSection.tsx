import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Badge } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from "@tabler/icons-react";
import { useRef } from "react";
import { LoadMore } from "../../components/LoadMore";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import type { Session } from "../../gen/uvboard/v1/account_pb";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { paging } from "../../lib/query";
import { stale } from "../../lib/stale";
import { formatDate, toDate } from "../../lib/time";
import { toast } from "../../lib/toast";
import { RemovableRow } from "./RemovableRow";
import { RowsSkeleton } from "./RowsSkeleton";
import { lastUsed } from "./when";

/** The sessions of the user, of which all but this one can be revoked. */
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
        <ul className="ruled" aria-label="Sessions">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      <LoadMore query={query} what="Sessions" mt={0} ta="left" />
    </Section>
  );
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const revoke = useMutation(AccountService.method.revokeSession);
  const program = session.userAgent || "Unknown program";
  const started = toDate(session.createdAt);
  const facts = [
    started && `Since ${formatDate(started)}`,
    !session.current && lastUsed(toDate(session.lastUsedAt), Date.now(), "day"),
  ];
  return (
    <RemovableRow
      icon={iconOf(session.userAgent)}
      title={program}
      badge={session.current && <Badge>This session</Badge>}
      removal={
        session.current
          ? undefined
          : {
              action: "Revoke",
              busyAction: "Revoking...",
              text: "This device is logged out immediately. Logging in again needs your password.",
              list: AccountService.method.listSessions,
              remove: () => revoke.mutateAsync({ id: session.id }),
              busy: revoke.isPending,
              fallback: "Failed to revoke the session",
              onRemoved: () => {
                toast("Session Revoked", `${program} is logged out.`);
                onEnded();
              },
            }
      }
    >
      {facts.filter(Boolean).join(" · ")}
    </RemovableRow>
  );
}

// The server shortens the user agent of a browser to "Firefox on Linux"; other programs keep their own name.
function iconOf(userAgent: string) {
  if (/ on (iPhone|iPad|Android)$/.test(userAgent)) return IconDeviceMobile;
  return / on /.test(userAgent) ? IconDeviceDesktop : IconTerminal2;
}
