import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Text } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useRef } from "react";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import { AppService, type ConnectedApp } from "../../gen/uvboard/v1/app_service_pb";
import { stale } from "../../lib/server/stale";
import { formatDate, toDate } from "../../lib/text/time";
import { toast } from "../../lib/ui/toast";
import { RemovableRow } from "./RemovableRow";
import { RowsSkeleton } from "./RowsSkeleton";
import { may } from "./TokenForm";
import { expiry, lastUsed } from "./when";

/** The apps that the user has allowed to act for them. */
export function AppsSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, isPending, refetch } = useQuery(AppService.method.listApps, {}, { staleTime: stale.now });
  return (
    <Section
      title="Connected Apps"
      text="Apps and agents that you allowed to act on your behalf. Don't recognize one? Disconnect it."
      heading={heading}
    >
      {isPending && <RowsSkeleton />}
      {error && !data && <ErrorState title="Couldn't load the apps" error={error} onRetry={refetch} />}
      {data?.apps.length === 0 && <Text c="dimmed">You have no connected apps.</Text>}
      {data && data.apps.length > 0 && (
        <ul className="ruled" aria-label="Connected apps">
          {data.apps.map((app) => (
            <AppRow key={app.id} app={app} onRemoved={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function AppRow({ app, onRemoved }: { app: ConnectedApp; onRemoved: () => void }) {
  const remove = useMutation(AppService.method.deleteApp);
  const now = Date.now();
  const created = toDate(app.createdAt);
  const expires = toDate(app.expiresAt);
  const facts = [
    may(app.scopes),
    app.redirectHost,
    created && `Connected ${formatDate(created)}`,
    expires && expiry(expires, now).text,
    lastUsed(toDate(app.lastUsedAt), now, "hour"),
  ];
  return (
    <RemovableRow
      icon={IconPlugConnected}
      title={app.name}
      removal={{
        action: "Disconnect",
        busyAction: "Disconnecting...",
        text: "The app can't act on your behalf anymore, until you connect it again.",
        list: AppService.method.listApps,
        remove: () => remove.mutateAsync({ id: app.id }),
        busy: remove.isPending,
        fallback: "Failed to disconnect the app",
        onRemoved: () => {
          toast("App Disconnected", `${app.name} has no access anymore.`);
          onRemoved();
        },
      }}
    >
      {facts.filter(Boolean).join(" · ")}
    </RemovableRow>
  );
}
