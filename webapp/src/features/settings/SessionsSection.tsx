import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Badge, Button } from "@mantine/core";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { LoadMore } from "../../components/LoadMore";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import type { Session } from "../../gen/uvboard/v1/account_pb";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { paging, useInvalidate } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { plural } from "../../lib/text/text";
import { formatDate, toDate } from "../../lib/text/time";
import { toast, toastError } from "../../lib/ui/toast";
import { useDialog } from "../../lib/ui/useDialog";
import { iconOf } from "./clientIcon";
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
      {sessions && sessions.length > 1 && <RevokeOthers onEnded={() => heading.current?.focus()} />}
    </Section>
  );
}

function RevokeOthers({ onEnded }: { onEnded: () => void }) {
  const invalidate = useInvalidate();
  const dialog = useDialog();
  const revoke = useMutation(AccountService.method.revokeOtherSessions, {
    onSuccess: async ({ ended }) => {
      await invalidate(AccountService.method.listSessions);
      flushSync(dialog.close); // the open dialog would keep the focus
      toast("Sessions Revoked", `Logged out on ${plural(ended, "other device")}.`);
      onEnded();
    },
    onError: (error) => {
      dialog.close();
      toastError("Error", failureMessage(error, "Failed to revoke the sessions"));
    },
  });
  return (
    <>
      <Button variant="outline" color="quench" style={{ alignSelf: "start" }} onClick={dialog.open}>
        Revoke all others
      </Button>
      <ConfirmDialog
        key={dialog.key}
        opened={dialog.opened}
        title="Revoke all others"
        text="All other devices are logged out immediately. Access tokens keep working."
        action="Revoke"
        busyAction="Revoking..."
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate({})}
        onClose={() => !revoke.isPending && dialog.close()}
      />
    </>
  );
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const revoke = useMutation(AccountService.method.revokeSession);
  const program = session.userAgent || "Unknown program";
  const started = toDate(session.createdAt);
  const facts = [
    started && `Since ${formatDate(started)}`,
    !session.current && lastUsed(toDate(session.lastUsedAt), Date.now(), "hour"),
    session.network && `Network ${session.network}`,
  ];
  return (
    <RemovableRow
      icon={iconOf(session.userAgent)}
      title={program}
      badge={session.current && <Badge>This device</Badge>}
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
