import { useMutation } from "@connectrpc/connect-query";
import { Button, List, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { NewPasswordInputs } from "../../components/NewPasswordInputs";
import { ProtoForm } from "../../components/ProtoForm";
import { EmptyState } from "../../components/States";
import { type Credential, CredentialKind } from "../../gen/uvboard/v1/account_pb";
import {
  AccountService,
  ConfirmPasswordResetRequestSchema,
  type ConfirmPasswordResetResponse,
} from "../../gen/uvboard/v1/account_service_pb";
import { useProtoForm } from "../../lib/form/useProtoForm";
import { paths } from "../../lib/page/paths";
import { readFailure } from "../../lib/server/failure";
import { checkRepeated } from "../../lib/session/password";
import { useSessionChange } from "../../lib/session/sessionChange";
import { toast } from "../../lib/ui/toast";
import { Done } from "./Done";
import { FormPage } from "./FormPage";

const route = getRouteApi("/reset-password");

/** Sets a new password when the link from the email is opened. */
export function ResetPasswordPage() {
  const { token } = route.useSearch();
  const [refused, setRefused] = useState<string>();
  const [reset, setReset] = useState<ConfirmPasswordResetResponse>();
  if (reset) return <WhatElseOpens reset={reset} />;
  if (token && token !== refused) {
    return <NewPassword key={token} token={token} onRefused={() => setRefused(token)} onReset={setReset} />;
  }
  return (
    <div className="wrap page" role="alert">
      <EmptyState
        level={1}
        title="This link is no longer valid"
        text="A link works once, for one hour, and only the newest one does."
        action={
          <ButtonLink variant="filled" to={paths.forgotPassword}>
            Ask for a new link
          </ButtonLink>
        }
      />
    </div>
  );
}

const kinds: Record<CredentialKind, string> = {
  [CredentialKind.UNSPECIFIED]: "Other",
  [CredentialKind.SESSION]: "Session",
  [CredentialKind.TOKEN]: "Access token",
  [CredentialKind.APP]: "Connected app",
  [CredentialKind.IDENTITY]: "Login with",
  [CredentialKind.PASSKEY]: "Passkey",
  [CredentialKind.TOTP]: "Authenticator app",
};

function Credentials({ title, all }: { title: string; all: Credential[] }) {
  if (all.length === 0) return null;
  return (
    <>
      <Text mt="sm">{title}</Text>
      <List>
        {all.map(({ id, kind, name }) => (
          <List.Item key={id}>{`${kinds[kind]} ${name}`.trim()}</List.Item>
        ))}
      </List>
    </>
  );
}

/** Lists what opens the account besides the new password, and what was removed because a stranger may have added it. */
function WhatElseOpens({ reset }: { reset: ConfirmPasswordResetResponse }) {
  return (
    <Done
      title="Password changed"
      text={
        <>
          <Credentials title="This still opens your account. Remove what you don't know:" all={reset.credentials} />
          <Credentials
            title="Your address was not confirmed before, so we removed this. Add again what is yours:"
            all={reset.removed}
          />
        </>
      }
      action={
        <ButtonLink variant="filled" to={paths.settings}>
          Log in and open settings
        </ButtonLink>
      }
    />
  );
}

function NewPassword({
  token,
  onRefused,
  onReset,
}: {
  token: string;
  onRefused: () => void;
  onReset: (reset: ConfirmPasswordResetResponse) => void;
}) {
  const navigate = route.useNavigate();
  const session = useSessionChange();
  // Passwords must not stay in memory.
  const confirm = useMutation(AccountService.method.confirmPasswordReset, { gcTime: 0 });
  const form = useProtoForm({
    initialValues: { password: "", confirm: "" },
    schema: ConfirmPasswordResetRequestSchema,
    toMessage: ({ password }) => ({ token, password }),
    check: ({ password, confirm }) => checkRepeated(password, confirm),
    submit: async (request) => {
      let reset: ConfirmPasswordResetResponse;
      try {
        reset = await confirm.mutateAsync(request);
      } catch (thrown) {
        if (readFailure(thrown).code !== "INVALID_TOKEN") throw thrown;
        onRefused();
        return;
      }
      // The sessions of the account have ended, but another user may be logged in here.
      await session.end();
      await session.refresh();
      if (reset.credentials.length + reset.removed.length > 0) {
        onReset(reset);
        return;
      }
      toast("Password Changed", "Log in with the new one.");
      // Going back must not lead to the used link.
      await navigate({ to: paths.login, replace: true });
    },
    fallback: "Failed to change the password",
  });

  return (
    <FormPage title="New password" text="Setting it logs you out everywhere and ends your access tokens.">
      <ProtoForm form={form} label="New password">
        <NewPasswordInputs form={form} autoFocus />
        <Button type="submit" variant="filled" fullWidth loading={form.busy}>
          {form.busy ? "Changing..." : "Change Password"}
        </Button>
      </ProtoForm>
    </FormPage>
  );
}
