import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button, Group, List, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { FormAlert } from "../../components/FormAlert";
import { LoginLink } from "../../components/LoginLinks";
import { ErrorState } from "../../components/States";
import { StepUp } from "../../components/StepUp";
import { AppService, type GetAuthorizationResponse } from "../../gen/uvboard/v1/app_service_pb";
import { TokenScope } from "../../gen/uvboard/v1/options_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { failureMessage } from "../../lib/server/failure";
import { stale } from "../../lib/server/stale";
import { useSession } from "../../lib/session/session";
import { Done } from "./Done";
import { FormPage } from "./FormPage";

/** Where an app sends a user who connects it by OAuth. The user allows what it asks for, or cancels, and goes back to the app. */
export function AuthorizePage() {
  // The server reads the parameters, as the app sent them.
  const [query] = useState(() => window.location.search.slice(1));
  const { status, user, error: sessionError, refetch: refetchSession } = useSession();
  const { data, error, refetch } = useQuery(AppService.method.getAuthorization, { query }, { staleTime: stale.never });
  const failed = sessionError ?? (data ? undefined : error);
  if (failed) {
    return (
      <div className="wrap page">
        <ErrorState
          level={1}
          title="The app can't be connected"
          error={failed}
          onRetry={() => void (sessionError ? refetchSession() : refetch())}
        />
      </div>
    );
  }
  if (status === "pending" || !data) {
    return (
      <Text component="p" className="wrap page" c="dimmed" role="status">
        Loading...
      </Text>
    );
  }
  if (data.problem) {
    return (
      <FormPage title={`${data.name} can't be connected`} text={data.problem}>
        <Cancel request={data}>Go back to {data.redirectHost}</Cancel>
      </FormPage>
    );
  }
  if (!user) return <Guest request={data} />;
  return <Consent key={user.id} user={user} request={data} query={query} />;
}

/** After the login the guest returns here. */
function Guest({ request }: { request: GetAuthorizationResponse }) {
  const { name: boardName } = useBoard();
  return (
    <FormPage title={`Connect ${request.name}?`} text={`Log in to ${boardName} to see what the app asks for.`}>
      <Group gap="sm">
        <LoginLink variant="filled">Log in</LoginLink>
        <Cancel request={request}>Cancel</Cancel>
      </Group>
    </FormPage>
  );
}

const abilities: [TokenScope, string][] = [
  [TokenScope.READ, "See what you see, your drafts included"],
  [TokenScope.WRITE, "Post, change and delete in your name"],
];

function Consent({ user, request, query }: { user: SessionUser; request: GetAuthorizationResponse; query: string }) {
  const { name: boardName } = useBoard();
  // The code must not stay in memory.
  const authorize = useMutation(AppService.method.authorize, {
    gcTime: 0,
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
  });
  // An app on the device opens without leaving the page.
  if (authorize.isSuccess && request.onDevice) {
    return (
      <Done
        title={`${request.name} is connected`}
        text="Go back to the app. You can close this page."
        action={<ButtonLink to={paths.settings}>Go to settings</ButtonLink>}
      />
    );
  }
  return (
    <FormPage title={`Connect ${request.name}?`} text={`It will act on ${boardName} as ${user.viberTag}. It can:`}>
      <Stack gap="lg" style={{ overflowWrap: "anywhere" }}>
        <List spacing="sm" listStyleType="disc" aria-label="What the app can do">
          {abilities
            .filter(([scope]) => request.scopes.includes(scope))
            .map(([scope, text]) => (
              <List.Item key={scope}>{text}</List.Item>
            ))}
        </List>
        <Text>
          It can't change your login, and you can disconnect it in Settings at any time. It has to ask again after 90
          days.
        </Text>
        <Text>
          You go back to{" "}
          <Text span inherit fw={600}>
            {request.redirectHost}
          </Text>
          {request.onDevice && " on this device"}. An app can call itself anything: allow it only if you started this
          yourself.
        </Text>
        <FormAlert message={authorize.error ? failureMessage(authorize.error, "Failed to connect the app") : ""} />
        <Group gap="sm">
          <Button
            variant="filled"
            loading={authorize.isPending || authorize.isSuccess}
            onClick={() => authorize.mutate({ query })}
          >
            Allow
          </Button>
          <Cancel request={request}>Cancel</Cancel>
        </Group>
      </Stack>
      <StepUp user={user} />
    </FormPage>
  );
}

const Cancel = ({ request, children }: { request: GetAuthorizationResponse; children: ReactNode }) => (
  <Button component="a" href={request.cancelUrl}>
    {children}
  </Button>
);
