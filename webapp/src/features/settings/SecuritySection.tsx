import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Text } from "@mantine/core";
import { IconServer } from "@tabler/icons-react";
import { LoadMore } from "../../components/LoadMore";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import { type SecurityEvent, SecurityEventKind } from "../../gen/uvboard/v1/account_pb";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { paging } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { formatTime, toDate } from "../../lib/text/time";
import { iconOf } from "./clientIcon";
import { Row } from "./Row";
import { RowsSkeleton } from "./RowsSkeleton";

const titles: Record<SecurityEventKind, string> = {
  [SecurityEventKind.UNSPECIFIED]: "Account changed",
  [SecurityEventKind.LOGIN]: "Logged in on a new device",
  [SecurityEventKind.WRONG_CODE]: "Wrong code of the second factor",
  [SecurityEventKind.PASSWORD]: "Password changed",
  [SecurityEventKind.EMAIL]: "Email changed",
  [SecurityEventKind.TOTP]: "Authenticator app added",
  [SecurityEventKind.TOTP_REMOVED]: "Authenticator app removed",
  [SecurityEventKind.RECOVERY_CODE]: "Recovery code used",
  [SecurityEventKind.PASSKEY]: "Passkey added",
  [SecurityEventKind.PASSKEY_REMOVED]: "Passkey removed",
  [SecurityEventKind.SECOND_FACTOR_REMOVED]: "Second factor removed",
  [SecurityEventKind.TOKEN]: "Access token created",
  [SecurityEventKind.TOKEN_DELETED]: "Access token deleted",
  [SecurityEventKind.SESSION_REVOKED]: "Session revoked",
  [SecurityEventKind.SESSIONS_REVOKED]: "All other sessions revoked",
  [SecurityEventKind.LINKED]: "Login linked",
  [SecurityEventKind.UNLINKED]: "Login unlinked",
  [SecurityEventKind.GRANT_ADMIN]: "Became an admin",
  [SecurityEventKind.REVOKE_ADMIN]: "No longer an admin",
  [SecurityEventKind.GRANT_MODERATOR]: "Became a moderator",
  [SecurityEventKind.REVOKE_MODERATOR]: "No longer a moderator",
  [SecurityEventKind.APP]: "App connected",
  [SecurityEventKind.APP_DISCONNECTED]: "App disconnected",
};

/** What has happened to the user's account in the last 90 days. */
export function SecuritySection() {
  const query = useInfiniteQuery(
    AccountService.method.listSecurityEvents,
    { pageSize: 10, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const events = query.data?.pages.flatMap((page) => page.events);
  return (
    <Section
      title="Security Activity"
      text="What happened to your account in the last 90 days. Wasn't you? Change your password and revoke all other sessions."
    >
      {query.isPending && <RowsSkeleton />}
      {query.error && !events && (
        <ErrorState title="Couldn't load your security activity" error={query.error} onRetry={query.refetch} />
      )}
      {events?.length === 0 && <Text c="dimmed">Nothing has happened yet.</Text>}
      {events && events.length > 0 && (
        <ul className="ruled" aria-label="Security activity">
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      <LoadMore query={query} what="Activity" mt={0} ta="left" />
    </Section>
  );
}

function EventRow({ event: { kind, label, userAgent, network, createdAt } }: { event: SecurityEvent }) {
  const byUser = userAgent || network;
  const facts = [
    formatTime(toDate(createdAt)),
    byUser ? userAgent || "Unknown program" : "By the operator",
    network && `Network ${network}`,
  ];
  return (
    <Row icon={byUser ? iconOf(userAgent) : IconServer} title={[titles[kind], label].filter(Boolean).join(": ")}>
      {facts.filter(Boolean).join(" · ")}
    </Row>
  );
}
