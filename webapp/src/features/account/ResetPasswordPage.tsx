import { useMutation } from "@connectrpc/connect-query";
import { Button, PasswordInput } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { FormAlert } from "../../components/FormAlert";
import { EmptyState } from "../../components/States";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { readFailure } from "../../lib/failure";
import { checkRepeated, passwordHint } from "../../lib/password";
import { paths } from "../../lib/paths";
import { useSessionChange } from "../../lib/session";
import { toast } from "../../lib/toast";
import { required, useProtoForm } from "../../lib/useProtoForm";
import css from "./Account.module.css";

const route = getRouteApi("/reset-password");

/** Where the link of a mail leads that was asked for because the password is forgotten. */
export function ResetPasswordPage() {
  const { token } = route.useSearch();
  const [refused, setRefused] = useState<string>();
  if (token && token !== refused) return <NewPassword key={token} token={token} onRefused={() => setRefused(token)} />;
  return (
    <div className="wrap page" role="alert">
      <div className={css.outcome}>
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
    </div>
  );
}

function NewPassword({ token, onRefused }: { token: string; onRefused: () => void }) {
  const navigate = route.useNavigate();
  const session = useSessionChange();
  // What was sent must not stay in memory.
  const confirm = useMutation(AccountService.method.confirmPasswordReset, { gcTime: 0 });
  const form = useProtoForm({
    initialValues: { password: "", confirm: "" },
    schema: () =>
      import("../../gen/rules/uvboard/v1/account_service_pb").then((file) => file.ConfirmPasswordResetRequestSchema),
    toMessage: ({ password }) => ({ token, password }),
    check: ({ password, confirm }) => checkRepeated(password, confirm),
    submit: async (request) => {
      try {
        await confirm.mutateAsync(request);
      } catch (thrown) {
        if (readFailure(thrown).code !== "INVALID_TOKEN") throw thrown;
        onRefused();
        return;
      }
      // The member's sessions have ended, but somebody else may be logged in here.
      await session.end();
      await session.refresh();
      toast("Password Changed", "Log in with the new one.");
      // Going back must not lead to a link that is used up.
      await navigate({ to: paths.login, replace: true });
    },
    fallback: "Failed to change the password",
  });

  return (
    <div className="wrap page">
      <div className={css.narrow}>
        <div className={css.head}>
          <h1 className="h1">New password</h1>
          <p>You've been logged out everywhere and your access tokens have ended. Log in with your new password.</p>
        </div>
        <form {...form.props} className={css.form} aria-label="New password">
          <FormAlert {...form.alert} />
          <PasswordInput
            {...form.getInputProps("password")}
            {...required}
            label="New Password"
            description={passwordHint(form.values.password, "") ?? "At least 6 characters"}
            autoComplete="new-password"
            autoFocus
          />
          <PasswordInput
            {...form.getInputProps("confirm")}
            {...required}
            label="Confirm Password"
            autoComplete="new-password"
          />
          <Button type="submit" variant="filled" fullWidth loading={form.busy}>
            {form.busy ? "Changing..." : "Change Password"}
          </Button>
        </form>
      </div>
    </div>
  );
}
