import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { IconMailFast } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { NewSecret } from "../../components/NewSecret";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import type { Invitation } from "../../gen/uvboard/v1/account_pb";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { formatDate, toDate } from "../../lib/text/time";
import { toastError } from "../../lib/ui/toast";
import { RemovableRow } from "./RemovableRow";
import { Row } from "./Row";
import { RowsSkeleton } from "./RowsSkeleton";

/** The invitations of the user, with which others register. */
export function InvitationsSection({ isAdmin }: { isAdmin: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [made, setMade] = useState<Invitation>();
  const { data, error, isPending, refetch } = useQuery(
    AccountService.method.listInvitations,
    {},
    { staleTime: stale.now },
  );
  const create = useMutation(AccountService.method.createInvitation);
  const invalidate = useInvalidate();
  const invite = async () => {
    try {
      setMade((await create.mutateAsync({})).invitation);
      await invalidate(AccountService.method.listInvitations);
    } catch (thrown) {
      toastError("Error", failureMessage(thrown, "Failed to make an invitation"));
    }
  };
  return (
    <Section
      title="Invitations"
      text={`New members need one. Each works once, for 30 days, and you can make ${isAdmin ? 100 : 5} in that time.`}
      heading={heading}
    >
      {made ? (
        <NewSecret
          key={made.id}
          what="Link"
          value={made.url}
          name="New invitation"
          note="It lets one person register."
          onDone={() => {
            setMade(undefined);
            heading.current?.focus();
          }}
        />
      ) : (
        <Button onClick={() => void invite()} loading={create.isPending}>
          Invite somebody
        </Button>
      )}
      {isPending && <RowsSkeleton />}
      {error && !data && <ErrorState title="Couldn't load your invitations" error={error} onRetry={refetch} />}
      {data && data.invitations.length > 0 && (
        <ul className="ruled" aria-label="Invitations">
          {data.invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              onWithdrawn={() => {
                if (made?.id === invitation.id) setMade(undefined);
                heading.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function InvitationRow({ invitation, onWithdrawn }: { invitation: Invitation; onWithdrawn: () => void }) {
  const remove = useMutation(AccountService.method.deleteInvitation);
  const created = toDate(invitation.createdAt);
  const title = created ? `Invitation of ${formatDate(created)}` : "Invitation";
  const used = toDate(invitation.usedAt);
  const expires = toDate(invitation.expiresAt);
  if (used) {
    return (
      <Row icon={IconMailFast} title={title}>
        Used {formatDate(used)}
      </Row>
    );
  }
  return (
    <RemovableRow
      icon={IconMailFast}
      title={title}
      removal={{
        action: "Withdraw",
        busyAction: "Withdrawing...",
        text: "Nobody can register with it any more.",
        list: AccountService.method.listInvitations,
        remove: () => remove.mutateAsync({ id: invitation.id }),
        busy: remove.isPending,
        fallback: "Failed to withdraw the invitation",
        onRemoved: onWithdrawn,
      }}
    >
      {expires && `Works until ${formatDate(expires)}`}
    </RemovableRow>
  );
}
