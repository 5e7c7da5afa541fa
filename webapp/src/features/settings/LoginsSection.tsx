import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button, Group } from "@mantine/core";
import { IconBrandGithub, IconLogin2 } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import type { Identity } from "../../gen/uvboard/v1/account_pb";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { stale } from "../../lib/server/stale";
import { readOutcome } from "../../lib/session/outcome";
import { formatDate, toDate } from "../../lib/text/time";
import { toast, toastError } from "../../lib/ui/toast";
import { RemovableRow } from "./RemovableRow";
import { RowsSkeleton } from "./RowsSkeleton";
import { lastUsed } from "./when";

/** The user's logins at other services. Nothing is shown on a board without such services, unless some are left. */
export function LoginsSection() {
  const { providers } = useBoard();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, isPending, refetch } = useQuery(
    AccountService.method.listIdentities,
    {},
    { staleTime: stale.now },
  );
  useShownOutcome();
  if (providers.length === 0 && !data?.identities.length) return null;
  return (
    <Section title="Other Logins" text="Log in with an account that you have elsewhere." heading={heading}>
      {isPending && <RowsSkeleton />}
      {error && !data && <ErrorState title="Couldn't load your logins" error={error} onRetry={refetch} />}
      {data && data.identities.length > 0 && (
        <ul className="ruled" aria-label="Other logins">
          {data.identities.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} onUnlinked={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      <Group gap="sm">
        {providers.map(({ id, name }) => (
          <Button key={id} component="a" href={paths.startLogin(id, paths.settings)}>
            Link {name}
          </Button>
        ))}
      </Group>
    </Section>
  );
}

function IdentityRow({ identity, onUnlinked }: { identity: Identity; onUnlinked: () => void }) {
  const unlink = useMutation(AccountService.method.deleteIdentity);
  const { id, provider, name, label } = identity;
  const created = toDate(identity.createdAt);
  return (
    <RemovableRow
      icon={provider === "github" ? IconBrandGithub : IconLogin2}
      title={`${name}: ${label}`}
      removal={{
        action: "Unlink",
        busyAction: "Unlinking...",
        text: `You can't log in with it anymore. Your account at ${name} stays as it is.`,
        list: AccountService.method.listIdentities,
        remove: () => unlink.mutateAsync({ id }),
        busy: unlink.isPending,
        fallback: "Failed to unlink the login",
        onRemoved: () => {
          toast("Login Unlinked", `${name} no longer logs you in.`);
          onUnlinked();
        },
      }}
    >
      {created && `Linked ${formatDate(created)} · `}
      {lastUsed(toDate(identity.lastUsedAt), Date.now(), "day")}
    </RemovableRow>
  );
}

/** Shows once how the linking ended that led back to this page. */
function useShownOutcome() {
  const { providers } = useBoard();
  const outcome = useRef(readOutcome(window.location.search, providers)).current;
  useEffect(() => {
    if (!outcome) return;
    window.history.replaceState(window.history.state, "", window.location.pathname);
    (outcome.success ? toast : toastError)(outcome.title, outcome.text);
  }, [outcome]);
}
