import { useQuery } from "@connectrpc/connect-query";
import { Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { LoginLink } from "../../components/LoginLinks";
import { EmptyState, ErrorState } from "../../components/States";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { paths } from "../../lib/page/paths";
import { readFailure } from "../../lib/server/failure";
import { stale } from "../../lib/server/stale";
import { useSession } from "../../lib/session/session";
import { useSessionChange } from "../../lib/session/sessionChange";
import { Done } from "./Done";

const route = getRouteApi("/verify-email");

/** Confirms the email address when the link from the mail is opened. */
export function VerifyEmailPage() {
  const { token } = route.useSearch();
  const { status, user, error, refetch } = useSession();
  if (!token) return <NotValid />;
  if (error) {
    return (
      <div className="wrap page">
        <ErrorState level={1} title="Your email address isn't confirmed" error={error} onRetry={refetch} />
      </div>
    );
  }
  if (status === "pending") return <Confirming />;
  return user ? <Verification key={token} token={token} /> : <Guest />;
}

/** A session shows that the person who reads the mail has the account: somebody else may have signed up with the address. */
function Guest() {
  return (
    <div className="wrap page">
      <EmptyState
        level={1}
        title="Log in to confirm your email"
        text="Did you sign up? Log in, and we'll confirm your address. If somebody else used it, don't confirm it: choose a new password, and the account is yours alone."
        action={
          <>
            <ButtonLink to={paths.forgotPassword}>I didn't sign up</ButtonLink>
            <LoginLink variant="filled">Log in</LoginLink>
          </>
        }
      />
    </div>
  );
}

function Confirming() {
  return (
    <Text className="wrap page" c="dimmed" role="status">
      Confirming...
    </Text>
  );
}

function Verification({ token }: { token: string }) {
  const session = useSessionChange();
  // A query instead of a mutation, since it starts when the page opens. Confirming again changes nothing.
  const { isSuccess, error, refetch } = useQuery(
    AccountService.method.verifyEmail,
    { token },
    { staleTime: stale.never, refetchOnWindowFocus: false, retry: false },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after success
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
  if (!error) return <Confirming />;
  const { code, message } = readFailure(error);
  if (code === "INVALID_TOKEN") return <NotValid />;
  if (code === "OTHER_ACCOUNT") return <Failed title="Your email address isn't confirmed" text={message} />;
  if (code === "EMAIL_TAKEN") return <Failed title="Your email address wasn't changed" text={message} />;
  return (
    <div className="wrap page">
      <ErrorState level={1} title="Your email address isn't confirmed" error={error} onRetry={() => void refetch()} />
    </div>
  );
}

function NotValid() {
  return (
    <Failed
      title="This link is no longer valid"
      text="Links expire after 7 days, and only the newest one works. Get a new one in Settings."
    />
  );
}

function Failed({ title, text }: { title: string; text: string }) {
  return (
    <div className="wrap page" role="alert">
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
