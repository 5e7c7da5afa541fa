import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { Button, Code, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import type { AccessToken } from "../../gen/uvboard/v1/account_pb";
import { AccountService, type CreateTokenResponse } from "../../gen/uvboard/v1/account_service_pb";
import { failureMessage, readFailure } from "../../lib/failure";
import { stale } from "../../lib/stale";
import { formatDate, toDate } from "../../lib/time";
import { toast, toastError } from "../../lib/toast";
import { NewToken } from "./NewToken";
import { Row } from "./Row";
import { RowsSkeleton } from "./RowsSkeleton";
import { TokenForm } from "./TokenForm";
import { expiry, lastUsed } from "./when";

/** The access tokens of the user, for scripts. */
export function TokensSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [made, setMade] = useState<CreateTokenResponse>();
  const { data, error, isPending, refetch } = useQuery(AccountService.method.listTokens, {}, { staleTime: stale.now });

  return (
    <Section
      title="Access Tokens"
      text="Let scripts act on your behalf without your password. A token can do anything you can."
      heading={heading}
    >
      {made ? (
        <NewToken
          key={made.id}
          token={made.token}
          name={made.name}
          onDone={() => {
            setMade(undefined);
            heading.current?.focus();
          }}
        />
      ) : (
        <TokenForm onMade={setMade} />
      )}
      {isPending && <RowsSkeleton />}
      {error && !data && <ErrorState title="The tokens did not load" error={error} onRetry={refetch} />}
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
    </Section>
  );
}

function TokenRow({ token, onDeleted }: { token: AccessToken; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const refresh = () =>
    client.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: AccountService.method.listTokens, cardinality: undefined }),
    });
  const done = () => {
    // The open dialog would keep the focus.
    flushSync(() => setAsking(false));
    toast("Token Deleted", `${token.name} has been revoked.`);
    onDeleted();
  };
  const remove = useMutation(AccountService.method.deleteToken, {
    onSuccess: async () => {
      await refresh();
      done();
    },
    onError: async (error) => {
      // Already deleted elsewhere.
      if (readFailure(error).notFound) {
        await refresh();
        done();
        return;
      }
      setAsking(false);
      toastError("Error", failureMessage(error, "Failed to delete the token"));
    },
  });
  const now = Date.now();
  const created = toDate(token.createdAt);
  const expires = toDate(token.expiresAt);
  const end = expires && expiry(expires, now);

  return (
    <>
      <Row
        icon={IconKey}
        title={token.name}
        actions={
          <Button
            size="sm"
            variant="outline"
            color="quench"
            aria-label={`Delete ${token.name}`}
            onClick={() => setAsking(true)}
          >
            Delete
          </Button>
        }
      >
        {created && `Created ${formatDate(created)} · `}
        {end && (
          <Text span inherit c={end.expired ? "quench" : undefined}>
            {end.text}
          </Text>
        )}
        {` · ${lastUsed(toDate(token.lastUsedAt), now, "hour")}`}
      </Row>
      <ConfirmDialog
        opened={asking}
        title={`Delete ${token.name}`}
        text="Scripts using this token will stop working immediately. This action cannot be undone."
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id: token.id })}
        onClose={() => !remove.isPending && setAsking(false)}
      />
    </>
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
    </details>
  );
}
