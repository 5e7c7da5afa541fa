import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { ErrorState } from "../../components/States";
import type { AccessToken } from "../../gen/uvboard/v1/account_pb";
import { AccountService, type CreateTokenResponse } from "../../gen/uvboard/v1/account_service_pb";
import { failureMessage, readFailure } from "../../lib/failure";
import { stale } from "../../lib/stale";
import { formatDate, toDate } from "../../lib/time";
import { toast, toastError } from "../../lib/toast";
import { NewToken } from "./NewToken";
import { RowsSkeleton } from "./RowsSkeleton";
import { Section } from "./Section";
import css from "./Settings.module.css";
import { TokenForm } from "./TokenForm";
import { ending, lastUsed } from "./when";

/** The tokens with which scripts act in the member's name. */
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
          // Another token is another panel, which has not been copied from.
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
      {data?.tokens.length === 0 && <p className={css.none}>You have no access tokens.</p>}
      {data && data.tokens.length > 0 && (
        <ul className={css.rows} aria-label="Access tokens">
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
    // Behind an open dialog nothing can take the focus.
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
      // Deleted elsewhere meanwhile, which is what was asked for.
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
  const end = expires && ending(expires, now);

  return (
    <li className={css.row}>
      <IconKey size={18} />
      <div className={css.words}>
        <b>{token.name}</b>
        <p>
          {created && <span>Created {formatDate(created)}</span>}
          {end && <span className={end.over ? css.over : undefined}>{end.text}</span>}
          <span>{lastUsed(toDate(token.lastUsedAt), now, "hour")}</span>
        </p>
      </div>
      <Button
        size="sm"
        variant="outline"
        color="quench"
        aria-label={`Delete ${token.name}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
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
    </li>
  );
}

/** How a token is used. */
function Example() {
  return (
    <details className={css.example}>
      <summary>How to use a token</summary>
      <p>Store it as TOKEN and send it with every request. Try it:</p>
      <pre>
        <code>{`curl -H "Authorization: Bearer $TOKEN" \\\n  ${window.location.origin}/api/auth/me`}</code>
      </pre>
    </details>
  );
}
