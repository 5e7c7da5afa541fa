import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Code, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { TextLink } from "../../components/ButtonLink";
import { NewSecret } from "../../components/NewSecret";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import type { AccessToken } from "../../gen/uvboard/v1/account_pb";
import { AccountService, type CreateTokenResponse } from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { paths } from "../../lib/page/paths";
import { stale } from "../../lib/server/stale";
import { formatDate, toDate } from "../../lib/text/time";
import { toast } from "../../lib/ui/toast";
import { RemovableRow } from "./RemovableRow";
import { RowsSkeleton } from "./RowsSkeleton";
import { may, TokenForm } from "./TokenForm";
import { expiry, lastUsed } from "./when";

/** The access tokens of the user, for scripts. */
export function TokensSection({ user }: { user: SessionUser }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [made, setMade] = useState<CreateTokenResponse>();
  const { data, error, isPending, refetch } = useQuery(AccountService.method.listTokens, {}, { staleTime: stale.now });

  return (
    <Section
      title="Access Tokens"
      text="Let scripts act on your behalf without your password, as far as you choose."
      heading={heading}
    >
      {made ? (
        <NewSecret
          key={made.id}
          what="Token"
          value={made.token}
          name={made.name}
          onDone={() => {
            setMade(undefined);
            heading.current?.focus();
          }}
        />
      ) : (
        <TokenForm user={user} onMade={setMade} />
      )}
      {isPending && <RowsSkeleton />}
      {error && !data && <ErrorState title="Couldn't load the tokens" error={error} onRetry={refetch} />}
      {data?.tokens.length === 0 && <Text c="dimmed">You have no access tokens.</Text>}
      {data && data.tokens.length > 0 && (
        <ul className="ruled" aria-label="Access tokens">
          {data.tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              onDeleted={() => {
                if (made?.id === token.id) setMade(undefined);
                heading.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <Example />
      <Text c="dimmed">
        Your coding agent needs no token if it can log in by itself:{" "}
        <TextLink to={paths.agents}>use with your agent</TextLink>.
      </Text>
    </Section>
  );
}

function TokenRow({ token, onDeleted }: { token: AccessToken; onDeleted: () => void }) {
  const remove = useMutation(AccountService.method.deleteToken);
  const now = Date.now();
  const created = toDate(token.createdAt);
  const expires = toDate(token.expiresAt);
  const end = expires && expiry(expires, now);
  return (
    <RemovableRow
      icon={IconKey}
      title={token.name}
      removal={{
        action: "Delete",
        busyAction: "Deleting...",
        text: "Scripts using this token will stop working immediately. This action cannot be undone.",
        list: AccountService.method.listTokens,
        remove: () => remove.mutateAsync({ id: token.id }),
        busy: remove.isPending,
        fallback: "Failed to delete the token",
        onRemoved: () => {
          toast("Token Deleted", `${token.name} has been revoked.`);
          onDeleted();
        },
      }}
    >
      {`${may(token.scopes)} · `}
      {created && `Created ${formatDate(created)} · `}
      {end && (
        <Text span inherit c={end.expired ? "quench" : undefined}>
          {end.text}
        </Text>
      )}
      {` · ${lastUsed(toDate(token.lastUsedAt), now, "hour")}`}
    </RemovableRow>
  );
}

/** How to use a token. */
function Example() {
  return (
    <details>
      <Text component="summary" w="fit-content" py="sm" fw={560} c="dimmed" style={{ cursor: "pointer" }}>
        How to use a token
      </Text>
      <Text c="dimmed" my="sm">
        Store it as TOKEN and send it with every request. Try it:
      </Text>
      <Code block>{`curl -H "Authorization: Bearer $TOKEN" \\\n  ${window.location.origin}/api/auth/me`}</Code>
      <Text c="dimmed" mt="sm">
        <TextLink to={paths.apiGuide}>Read the API guide</TextLink> or <TextLink to={paths.api}>try the API</TextLink>.
      </Text>
    </details>
  );
}
