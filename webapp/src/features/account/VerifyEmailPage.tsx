import { useQuery } from "@connectrpc/connect-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { EmptyState, ErrorState } from "../../components/States";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { readFailure } from "../../lib/failure";
import { paths } from "../../lib/paths";
import { useSessionChange } from "../../lib/session";
import { stale } from "../../lib/stale";
import css from "./Account.module.css";
import { Done } from "./Done";

const route = getRouteApi("/verify-email");

/** Confirms the email address when the link from the mail is opened. */
export function VerifyEmailPage() {
  const { token } = route.useSearch();
  return <div className="wrap page">{token ? <Verification key={token} token={token} /> : <NotValid />}</div>;
}

function Verification({ token }: { token: string }) {
  const session = useSessionChange();
  // Asked like a query, since it is to happen on arrival, and confirming once more does nothing.
  const { isSuccess, error, refetch } = useQuery(
    AccountService.method.verifyEmail,
    { token },
    { staleTime: stale.never, refetchOnWindowFocus: false, retry: false },
  );
  // The settings of this tab, if it has been there, must not go on asking for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has happened
  useEffect(() => {
    if (isSuccess) void session.refresh();
  }, [isSuccess]);

  if (isSuccess) {
    return (
      <Done
        title="Your email address is confirmed"
        text="Thanks, you're all set."
        action={
          <ButtonLink variant="filled" to={paths.home}>
            Go home
          </ButtonLink>
        }
      />
    );
  }
  if (!error) {
    return (
      <p className="quiet" role="status">
        Confirming...
      </p>
    );
  }
  const { code, message } = readFailure(error);
  if (code === "INVALID_TOKEN") return <NotValid />;
  if (code === "EMAIL_TAKEN") return <Dead title="Your email address wasn't changed" text={message} />;
  return (
    <div className={css.outcome}>
      <ErrorState level={1} title="Your email address isn't confirmed" error={error} onRetry={() => void refetch()} />
    </div>
  );
}

function NotValid() {
  return (
    <Dead
      title="This link is no longer valid"
      text="Links expire after 7 days, and only the newest one works. Get a new one in Settings."
    />
  );
}

function Dead({ title, text }: { title: string; text: string }) {
  return (
    <div className={css.outcome} role="alert">
      <EmptyState
        level={1}
        title={title}
        text={text}
        action={
          <>
            <ButtonLink to={paths.home}>Go home</ButtonLink>
            <ButtonLink variant="filled" to={paths.settings}>
              Go to settings
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}
